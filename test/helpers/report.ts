import { eachDay } from '../../src/days.ts';
import type { Days, Row } from './costs.ts';

/** What a service can send to break out of its place on a page. */
export const hostile: readonly string[] = [
  '<script>document.title="broken"</script>',
  '"><img src=x onerror="document.title=\'broken\'">',
  "' onmouseover='alert(1)",
  '</title></style></svg></table><h1>broken</h1>',
  '<!-- --><![CDATA[ ]]>',
  '&lt;b&gt; &amp; &#x41;',
  'javascript:alert(1)',
  '\u202eevil\u202c and \u200b hidden',
  'line\nbreak\ttab\u0000null\u001b[31m',
  '</script><iframe src="https://example.test/"></iframe>',
  '{{7*7}} <%= 7 %>',
  '| pipe | **bold** [link](https://example.test/) @name #12 <br>',
  '=1+1',
];

export type RowMaker = (day: string, number: number) => Row;

/** So many rows on each day. */
export function daysOf(from: string, to: string, count: number, make: RowMaker): Days {
  return Object.fromEntries(
    [...eachDay({ from, to })].map((day) => [
      day,
      Array.from({ length: count }, (_, number) => make(day, number)),
    ]),
  );
}

/** A row whose every value is hostile, except for its day and amount. */
export function hostileRow(day: string, number: number): Row {
  const value = hostile[number % hostile.length] ?? '';
  return {
    date: day,
    service: value,
    accountName: value,
    tags: { team: value },
    cost: `${(number + 1) * (day < '2026-10-01' ? 10 : 11)}.25`,
    currency: number % 5 === 4 ? '<i>' : 'USD',
  };
}
