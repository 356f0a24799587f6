import { markdownTable, markdownText } from '../formats/markdown.ts';
import type { Figure, Phrase, Said } from '../phrase.ts';
import { escapeForTerminal } from '../text.ts';
import type { Formats } from './locale.ts';
import {
  type Cell,
  periodHeading,
  type ReportDocument,
  type Section,
  type Table,
} from './report-document.ts';

/** The report for a pull request or a wiki: the same figures, without pictures. */
export function writeMarkdown(document: ReportDocument, formats: Formats): string {
  const phrase = (one: Phrase) => phraseText(one, formats);
  const headlines = document.headlines.flatMap(({ total, comparison, reasons, outlook }) => [
    `**${markdownText(plainText([total], formats))}**`,
    phrase(comparison),
    ...(reasons.length === 0 ? [] : [reasons.map((one) => `- ${phrase(one)}`).join('\n')]),
    ...(outlook === undefined ? [] : [phrase(outlook)]),
  ]);
  const out =
    document.leftOut.length === 0
      ? []
      : [
          '## Not in this report',
          document.leftOut
            .map(({ title, why }) => `- ${markdownText(title)}: ${phrase(why)}`)
            .join('\n'),
        ];
  const blocks = [
    `# ${markdownText(escapeForTerminal(document.title))}`,
    phrase(periodHeading(document)),
    ...headlines,
    ...document.sections.flatMap((section) => sectionBlocks(section, formats)),
    ...out,
    '---',
    ...document.footer.map(phrase),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function sectionBlocks({ title, lead = [], tables = [] }: Section, formats: Formats): string[] {
  return [
    `## ${markdownText(plainText(title, formats))}`,
    ...lead.map((one) => phraseText(one, formats)),
    ...tables.flatMap((table) => [phraseText(table.caption, formats), tableText(table, formats)]),
  ];
}

function tableText({ columns, rows }: Table, formats: Formats): string {
  const written = columns.map(({ header, align }, place) => ({
    header: plainText(header, formats),
    align,
    cells: rows.map(({ cells }) => cellText(cells[place], formats)),
  }));
  return [...markdownTable(written, rows.length)].join('').trimEnd();
}

function cellText(cell: Cell | undefined, formats: Formats): string {
  if (cell === undefined || cell.kind === 'empty') return '';
  return cell.kind === 'text'
    ? plainText(cell.value, formats)
    : escapeForTerminal(formats.cell(cell));
}

/** A phrase as one line: a name may have line ends and other control characters. */
function plainText(phrase: Said, formats: Formats): string {
  return escapeForTerminal(formats.phrase(phrase));
}

/** Digits and days are never markup; names may be, and so may the service's name for a currency. */
function isPlain(figure: Figure): boolean {
  if (figure.kind === 'name') return false;
  return !('currency' in figure) || /^[A-Z]{3}$/.test(figure.currency ?? 'XXX');
}

/** Only values of the service can be markup; a paragraph must not begin like a list either. */
function phraseText(phrase: Phrase, formats: Formats): string {
  const text = phrase
    .map((one) => {
      if (typeof one === 'string') return one;
      const figure = plainText([one], formats);
      return isPlain(one) ? figure : markdownText(figure);
    })
    .join('');
  return text.replace(/^([#+=<>-])/, '\\$1').replace(/^(\d+)([.)])/, '$1\\$2');
}
