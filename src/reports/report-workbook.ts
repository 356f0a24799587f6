import { writeSheets } from '../formats/xlsx/workbook.ts';
import { amountStyle, cellStyles, numberStyle } from '../formats/xlsx/write-parts.ts';
import { placesOf } from '../json/decimal.ts';
import type { Formats } from './locale.ts';
import { type Cell, periodHeading, type ReportDocument, type Section } from './report-document.ts';

type Sheet = Parameters<typeof writeSheets>[1][number];

/** The report as a workbook: its texts, then a sheet for each section. Numbers have every digit. */
export async function writeReportWorkbook(
  document: ReportDocument,
  formats: Formats,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const sheets = [
    textSheet(document, formats),
    ...document.sections.flatMap((section) => sectionSheet(section, formats)),
  ];
  await writeSheets(async (bytes) => {
    chunks.push(Uint8Array.from(bytes));
  }, sheets);
  return Buffer.concat(chunks);
}

function textSheet(document: ReportDocument, formats: Formats): Sheet {
  const { phrase } = formats;
  const rows = [
    ['Title', document.title],
    ['Period', phrase(periodHeading(document))],
    ...document.headlines.flatMap(({ total, comparison, reasons, outlook }) => [
      ['Total', formats.figure(total)],
      ['Change', phrase(comparison)],
      ...reasons.map((one) => ['Reason', phrase(one)]),
      ...(outlook === undefined ? [] : [['Outlook', phrase(outlook)]]),
    ]),
    ...document.sections.flatMap(({ title, lead = [] }) =>
      lead.map((one) => [phrase(title), phrase(one)]),
    ),
    ...document.leftOut.map(({ title, why }) => ['Not in this report', `${title}: ${phrase(why)}`]),
    ...document.footer.map((one) => ['Origin', phrase(one)]),
  ];
  return { sheet: 'Report', columns: ['Part', 'Text'], header: true, numbers: new Set(), rows };
}

/** The tables of a section below each other; a column says which table a row belongs to. */
function sectionSheet({ title, tables = [] }: Section, formats: Formats): Sheet[] {
  const [widest] = [...tables].sort((one, other) => other.columns.length - one.columns.length);
  if (widest === undefined) return [];
  const hasSeveral = tables.length > 1;
  const headers = widest.columns.map(({ header }, place) => {
    const own = tables.map((one) => formats.phrase(one.columns[place]?.header ?? header));
    if (own.every((text) => text === own[0])) return own[0] ?? '';
    return widest.columns[place]?.align === 'right' ? 'Value' : 'Group';
  });
  const currencies = tables.flatMap(({ rows }) => rows.map(({ cells }) => currencyIn(cells)));
  const hasCurrency =
    !headers.includes('Currency') && currencies.some((currency) => currency !== undefined);
  const shift = hasSeveral ? 1 : 0;
  const rows = tables.flatMap((one) => one.rows);
  return [
    {
      sheet: formats.phrase(title),
      columns: [
        ...(hasSeveral ? ['Table'] : []),
        ...headers,
        ...(hasCurrency ? ['Currency of amounts'] : []),
      ],
      header: true,
      numbers: new Set(
        widest.columns.flatMap(({ align }, place) => (align === 'right' ? [place + shift] : [])),
      ),
      styleOf: (column, _digits, row) => styleOf(rows[row]?.cells[column - shift]),
      rows: tables.flatMap(({ caption, rows }) =>
        rows.map(({ cells }) => [
          ...(hasSeveral ? [formats.phrase(caption)] : []),
          ...widest.columns.map((_, place) => contentOf(cells[place], formats)),
          ...(hasCurrency ? [currencyIn(cells)] : []),
        ]),
      ),
    },
  ];
}

function contentOf(cell: Cell | undefined, formats: Formats): string | null {
  if (cell === undefined || cell.kind === 'empty') return null;
  if (cell.kind === 'text') return formats.phrase(cell.value);
  return cell.kind === 'month' || cell.kind === 'currency' ? formats.figure(cell) : cell.value;
}

function styleOf(cell: Cell | undefined): number | undefined {
  if (cell?.kind === 'percent' || cell?.kind === 'percentChange') return cellStyles.percent;
  if (cell?.kind === 'number') return numberStyle(cell.value);
  const isAmount = cell?.kind === 'money' || cell?.kind === 'change';
  return isAmount ? amountStyle(placesOf(cell.currency ?? undefined)) : undefined;
}

function currencyIn(cells: readonly Cell[]): string | undefined {
  const amount = cells.find(({ kind }) => kind === 'money' || kind === 'change');
  return amount !== undefined && 'currency' in amount ? (amount.currency ?? undefined) : undefined;
}
