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

test('every table is a table, also with hostile names beside the months', async () => {
  const service = serveCosts(daysOf('2026-07-01', '2026-11-14', hostile.length, hostileRow));
  for (const name of hostile) {
    const line = ['costs', 'report', '--month', '2026-10', '--months', '2', '--sections', 'months'];
    const where = `service="${name.replaceAll('"', '""')}"`;
    const argv = [...line, '--by', 'service', '--where', where, '-q'];
    const { stdout } = await run(argv, { service });
    const html = render(stdout);
    expect(html.match(/<table>/g)?.length, name).toBe(stdout.match(/^\| ---/gm)?.length);
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|\u202e|\u200b/u);
  }
});

test('what a provider is called and says is text, in the sentences too', async () => {
  const name = '<img/src=x> [a](b) **c** @team';
  const error = 'denied \u001b[31m<script>alert(1)</script> www.example.test';
  const make = (provider: string) => (day: string) => ({
    ...{ date: day, provider, cost: 1, currency: 'USD' },
  });
  const both = (day: string, number: number) => make(number === 0 ? 'aws' : name)(day);
  const days = {
    ...daysOf('2026-07-01', '2026-10-20', 2, both),
    ...daysOf('2026-10-21', '2026-11-14', 1, make('aws')),
  };
  const providers = [{ id: { Value: 'p' }, type: 't', key: 'k', name, lastSyncError: error }];
  const line = 'costs report --month 2026-10 --by provider --sections total,outlook';
  const { stdout, exitCode } = await run(line, { service: serveCosts(days, { providers }) });
  expect(exitCode).toBe(0);
  expect(stdout).not.toContain('\u001b');
  expect(stdout).toContain(', worked out from incomplete data.');
  const html = render(stdout);
  expect(html.match(/has no rows after Oct 20, 2026/g)).toHaveLength(2);
  expect(html.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(1);
  expect(html).not.toMatch(/<(img|script|a)\b/);
});
