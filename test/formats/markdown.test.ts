import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { expect, test } from 'vitest';
import { type MarkdownColumn, markdownTable, markdownText } from '../../src/formats/markdown.ts';
import { runs } from '../helpers/runs.ts';

function table(columns: readonly MarkdownColumn[]): string {
  return [...markdownTable(columns, columns[0]?.cells.length ?? 0)].join('');
}

const left = (header: string, ...cells: string[]) => ({ header, cells, align: 'left' as const });

/** As GitHub renders it, before it looks for mentions, references and emoji in the text. */
function render(markdown: string): string {
  return micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
}

test('a markdown table aligns number columns to the right', () => {
  const cost = { header: 'cost', cells: ['1.50'], align: 'right' as const };
  expect(table([left('name', 'aws'), cost])).toMatchInlineSnapshot(`
    "| name | cost |
    | --- | ---: |
    | aws | 1.50 |
    "
  `);
});

test('markup in a value stays text', () => {
  const values = [
    '![x](https://example.test) <script> `a` | b \\| **c** &lt; $d$',
    '![x](y) <script> `a` | b \\| **c** &lt; $d ~e~',
    'ann@example.test | @team | :tada: | #12',
    'www.example.test',
    '`@a` and ``',
  ];
  expect(table([left('name', ...values)])).toMatchInlineSnapshot(`
    "| name |
    | --- |
    | \`\` ![x](https://example.test) <script> \`a\`  \`\`\\|\`  b \\ \`\\|\`  **c** &lt; $d$ \` |
    | \`\` ![x](y) <script> \`a\`  \`\`\\|\`  b \\ \`\\|\`  **c** &lt; $d ~e~ \` |
    | \` ann@example.test  \`\\|\`  @team  \`\\|\`  :tada:  \`\\|\`  #12 \` |
    | \`www.example.test\` |
    | \`\`\` \`@a\` and \`\` \`\`\` |
    "
  `);
  expect(values.map(markdownText)).toMatchInlineSnapshot(`
    [
      "\`\`![x](https://example.test) <script> \`a\` | b \\| **c** &lt; $d$\`\`",
      "\`\`![x](y) <script> \`a\` | b \\| **c** &lt; $d ~e~\`\`",
      "\`ann@example.test | @team | :tada: | #12\`",
      "\`www.example.test\`",
      "\`\`\` \`@a\` and \`\` \`\`\`",
    ]
  `);
});

const pieces = [
  ...'|\\`<>[]()!*_~&$#+-=.:@ a1\'"',
  '<img src=x onerror=alert(1)>',
  '[a](https://example.test)',
  '![a](b)',
  'https://example.test/a',
  'http://a',
  'ftp://example.test',
  'www.example.test',
  'mailto:ann@example.test',
  'ann@example.test',
  '@team',
  ':tada:',
  '#12',
  'GH-12',
  '&lt;',
  '&#64;team',
  '<!--',
  '- [ ] a',
  '1. ',
  '> ',
  '# ',
  '[^1]',
  '~~a~~',
  '    ',
  '---',
  '$a$',
];

const hostile = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(''));

/** The text between tags, as a browser shows it; spaces at the edges and in a row are not seen. */
function shownText(html: string): string {
  return decode(html.replace(/<[^>]*>/g, ''));
}

function decode(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();

/** What GitHub turns into links or pictures after rendering, in all text that is not code. */
const linkedLater = /@\w|:[\w+-]+:|#\d|GH-\d/;

function withoutCode(html: string): string {
  return decode(html.replace(/<code>.*?<\/code>/g, ''));
}

test('a rendered cell contains only its text: no link, image, HTML, mention or emoji', () => {
  fc.assert(
    fc.property(hostile, hostile, (first, second) => {
      const html = render(table([left('a', first), left('b', second)]));
      const cells = [...html.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = '']) => cell);
      expect(cells).toHaveLength(2);
      for (const [at, text] of [first, second].entries()) {
        const cell = cells[at] ?? '';
        expect(cell.match(/<(?!\/?code>)[^>]*>/g) ?? []).toEqual([]);
        expect(squeeze(shownText(cell))).toBe(squeeze(text));
        expect(withoutCode(cell)).not.toMatch(linkedLater);
      }
    }),
    { numRuns: runs(2000) },
  );
});

test.each(['1. a', '12. a', '123) a', '- a', '+ a', '# a', '> a', '---', '==='])(
  'a value that begins like a block, %j, is a paragraph',
  (text) => {
    const html = render(markdownText(text));
    expect(html).toMatch(/^<p>.*<\/p>$/s);
    expect(shownText(html)).toBe(text);
  },
);

test('a single rendered value is one paragraph with only its text', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const html = render(markdownText(text));
      if (text.trim() === '') return;
      expect(html).toMatch(/^<p>.*<\/p>$/s);
      const inner = html.slice('<p>'.length, -'</p>'.length);
      expect(inner.match(/<(?!\/?code>)[^>]*>/g) ?? []).toEqual([]);
      expect(squeeze(shownText(inner))).toBe(squeeze(text));
      expect(withoutCode(inner)).not.toMatch(linkedLater);
    }),
    { numRuns: runs(2000) },
  );
});
