import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { expect, test } from 'vitest';
import { type Row, serveCosts } from '../helpers/costs.ts';
import { daysOf, hostile, hostileRow } from '../helpers/report.ts';
import { run } from '../helpers/run.ts';

/** As GitHub renders it, before it looks for mentions in the text. */
function render(markdown: string): string {
  return micromark(markdown, {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
}

/** The names of columns are the service's too. */
const column = '<b>tag</b> **x** [a](b)';
const row = (day: string, number: number): Row => ({
  ...hostileRow(day, number),
  tags: { [column]: hostile[number % hostile.length] },
});

test('hostile values and names are shown as text in tables and sentences', async () => {
  const days = daysOf('2026-07-01', '2026-11-14', hostile.length, row);
  const line = ['costs', 'report', '--month', '2026-10', '--title', '<h1>**Title**</h1>', '-q'];
  const { stdout, exitCode } = await run(
    [...line, '--by', 'service', '--by', `tags.${column}`, '--require', `tags.${column}`],
    { service: serveCosts(days) },
  );
  expect(exitCode).toBe(0);
  const html = render(stdout);
  const tags = new Set([...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name]) => name));
  const own = 'h1 h2 p ul li table thead tbody tr th td hr code strong'.split(' ');
  expect([...tags].filter((name) => !own.includes(name ?? ''))).toEqual([]);
  // Only the headline is bold.
  expect(html.match(/<strong>/g)).toHaveLength(2);
  expect(html).toContain('&lt;img src=x');
});
