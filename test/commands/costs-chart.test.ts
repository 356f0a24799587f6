import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  daysOf,
  flat,
  makeFacts,
  shapes,
  sumBy,
  unitsOf,
  week,
  weekOptions,
} from '../helpers/cost-shapes.ts';
import { serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { bodyOf, failWith, readJson, succeed } from '../helpers/screens.ts';

const chart = ['costs', 'chart', ...weekOptions];
const facts = makeFacts(week, 12, ['EUR']).filter(({ day }) => day !== '2026-11-05');

describe.each(shapes)('$name', (shape) => {
  const service = () => serveCosts(daysOf(shape, facts));

  test('with --ascii the bars are plain ASCII, with one pattern per group', async () => {
    const argv = [...chart, ...shape.options, '--by', shape.team, '--ascii', '-q'];
    const { stdout } = await run(argv, { service: service() });
    expect(bodyOf(stdout)).toMatchInlineSnapshot(`
      "total 234,086.74 EUR
      2026-11-02  ####################================+++++++++++            49,473.73
      2026-11-03  #############################==========++++++++++++++++++  59,124.48
      2026-11-04  ###################====++++++++                            32,239.73
      2026-11-05                                                               no rows
      2026-11-06  #############===============++++                           33,890.68
      2026-11-07  ###=========================+++                            33,055.00
      2026-11-08  #=============+++++++++++                                  26,303.11
      # (none)  = checkout  + search
      "
    `);
  });

  test('the figures of the chart are exact', async () => {
    const argv = [...chart, ...shape.options, '-o', 'json', '-q'];
    const rows: Record<string, unknown>[] = await readJson(run(argv, { service: service() }));
    expect(
      Object.fromEntries(
        rows.map(({ period, total }) => [JSON.stringify([period]), unitsOf(total)]),
      ),
    ).toEqual(sumBy(facts, ({ day }) => [day]));
  });
});

const flatDays = daysOf(flat, facts);

test('on a terminal the bars fill the width in steps of an eighth of a character', async () => {
  const { stdout } = await run([...chart, '-q'], { service: serveCosts(flatDays), terminal: 60 });
  expect(stdout).toMatchInlineSnapshot(`
    "2026-11-02 to 2026-11-08 (UTC) · everything the token
    reaches · cost in EUR · incomplete: no rows on 2026-11-05

    total 234,086.74 EUR
    2026-11-02  ██████████████████████████████▉        49,473.73
    2026-11-03  █████████████████████████████████████  59,124.48
    2026-11-04  ████████████████████▏                  32,239.73
    2026-11-05                                           no rows
    2026-11-06  █████████████████████▏                 33,890.68
    2026-11-07  ████████████████████▋                  33,055.00
    2026-11-08  ████████████████▍                      26,303.11
    "
  `);
});

test('groups have colors that color-blind people can distinguish', async () => {
  const argv = [...chart, '--by', 'service', '-q'];
  const nearest = await run(argv, { service: serveCosts(flatDays), terminal: 60 });
  expect(nearest.stdout).toContain('\u001b[38;5;25m█');
  const exact = await run(argv, {
    service: serveCosts(flatDays),
    terminal: 60,
    env: { COLORTERM: 'truecolor' },
  });
  expect(exact.stdout).toContain('\u001b[38;2;0;114;178m█');
  const plain = await run([...argv, '--no-color'], { service: serveCosts(flatDays), terminal: 60 });
  expect(plain.stdout).toMatchInlineSnapshot(`
    "2026-11-02 to 2026-11-08 (UTC) · everything the token
    reaches · cost in EUR · incomplete: no rows on 2026-11-05

    total 234,086.74 EUR
    2026-11-02   ███████▒▒▒▒▒▒▒▚▚▚▚▚▚▚▚▚▚▚▚░░░░        49,473.73
    2026-11-03   ███████████▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▚▚░░░░░░░░  59,124.48
    2026-11-04   █████▒▒▒▚▚▚▚▚▚▚░░░░                   32,239.73
    2026-11-05                                           no rows
    2026-11-06   █████▒▒▒▚▚▚▚▚░░░░░░░                  33,890.68
    2026-11-07   ██████████▒▒▒▒▒▒░░░░                  33,055.00
    2026-11-08   █████▒▒▒▒▒▒▚▚▚▚▚                      26,303.11
    █ Rechnen  ▒ データ  ▚ Storage, "hot"  ░ Netz\\werk
    "
  `);
});

test('credits go left of zero, small groups are merged, and each currency is separate', async () => {
  const rows = Array.from({ length: 12 }, (_, number) => ({
    date: `2026-11-0${2 + (number % 3)}`,
    cost: number === 3 ? -40 : 10 + number,
    currency: number === 11 ? 'USD' : 'EUR',
    service: `service ${number}`,
  }));
  const days = Object.fromEntries(
    ['2026-11-02', '2026-11-03', '2026-11-04'].map((day) => [
      day,
      rows.filter(({ date }) => date === day),
    ]),
  );
  const argv = ['costs', 'chart', '--from', '2026-11-02', '--to', '2026-11-04', '--by', 'service'];
  const { stdout } = await run([...argv, '--ascii', '-q'], { service: serveCosts(days) });
  expect(stdout).toMatchInlineSnapshot(`
    "2026-11-02 to 2026-11-04 (UTC) | everything the token reaches | cost in EUR, USD
    | complete

    total 112.00 EUR
    2026-11-02   ...................============***********                     5.00
    2026-11-03                      #############oooooooooooxxxxxxxxx........  62.00
    2026-11-04                      +++++++++++%%%%%%%%%%........              45.00
    # service 10  = service 9  + service 8  o service 7  * service 6  % service 5
    x service 4  . other (4)

    total 21.00 USD
    2026-11-02                                                                  0.00
    2026-11-03                                                                  0.00
    2026-11-04  #############################################################  21.00
    # service 11
    "
  `);
});

test('by week and month', async () => {
  const long = makeFacts({ from: '2026-09-01', to: '2026-11-08' }, 2, ['EUR']);
  const service = serveCosts(daysOf(flat, long));
  const argv = ['costs', 'chart', '--from', '2026-09-01', '--to', '2026-11-08', '-q'];
  const { stdout } = await run([...argv, '--granularity', 'month'], { service });
  expect(stdout).toMatchInlineSnapshot(`
    "2026-09-01 to 2026-11-08 (UTC) · everything the token reaches · cost in EUR ·
    complete

    total 440,106.51 EUR
    2026-09            █████████████████████████████████████████████████  209,581.68
    2026-10            ██████████████████████████████████████████▍        181,631.60
    2026-11 (partial)  ███████████▍                                        48,893.23
    "
  `);
});

test('control characters in a name are escaped', async () => {
  const row = { date: week.from, cost: 1, service: '\u001b[2J\u202e' };
  const service = serveCosts({ [week.from]: [row] });
  const argv = [...chart, '--by', 'service', '--no-color', '-q'];
  const { stdout } = await run(argv, { service, terminal: 60 });
  expect(stdout).not.toContain('\u001b');
  expect(stdout).not.toContain('\u202e');
  expect(stdout).toContain('\\x1b[2J\\u{202e}');
});

test('-O chart.svg is a picture with title, axes and legend', async () => {
  const path = join(createFolder(), 'chart.svg');
  const row = { date: week.from, cost: 5, currency: 'USD', service: '<script>&"' };
  const days = { ...flatDays, [week.from]: [...(flatDays[week.from] ?? []), row] };
  const draw = async () => {
    const { stdout, stderr, exitCode } = await run(
      [...chart, '--by', 'service', '-O', path, '-q'],
      {
        service: serveCosts(days),
      },
    );
    expect([stdout, stderr, exitCode]).toEqual(['', '', 0]);
    return readFileSync(path, 'utf8');
  };
  const svg = await draw();
  expect(svg.startsWith('<svg ')).toBe(true);
  for (const text of [
    'Costs by service, 2026-11-02 to 2026-11-08',
    '2026-11-06',
    'USD',
    'Rechnen',
    '&lt;script&gt;&amp;',
    '#0072B2',
  ]) {
    expect(svg).toContain(text);
  }
  expect(svg).not.toContain('<script');
  await expect(`${svg}\n`).toMatchFileSnapshot('snapshots/costs-chart.svg');
  // A process that draws more than one, such as the MCP server.
  expect(await draw()).toBe(svg);
});

test('a picture of days without rows says so', async () => {
  const path = join(createFolder(), 'chart.svg');
  await succeed(run([...chart, '-O', path], { service: serveCosts({}) }));
  expect(readFileSync(path, 'utf8')).toContain('no rows');
});

test.each([
  [['-O', 'chart.svg', '-o', 'json'], 'has the extension of a picture'],
  [['-O', 'chart.svg', '--columns', 'period'], 'a picture takes neither --columns nor --query'],
  [['--granularity', 'year'], '--granularity: must be one of day, week, month'],
])('%j exits 2', async (options, message) => {
  const stderr = await failWith(2, run([...chart, ...options], { service: serveCosts({}) }));
  expect(stderr).toContain(message);
});

test('names that begin alike differ in the legend', async () => {
  const begin = 'Amazon Elastic Compute Cloud - Compute on demand';
  const rows = ['eu-west-1', 'eu-west-2', 'eu-north-1'].map((region, at) => ({
    ...{ date: '2026-11-02', cost: 4 - at, currency: 'EUR' },
    service: `${begin} ${region}`,
  }));
  const options = { service: serveCosts({ '2026-11-02': rows }), terminal: 60 };
  const argv = [...chart, '--by', 'service', '-q', '--no-color'];
  const legend = (text: string) =>
    [...text.matchAll(/Amazon[^\n<]*/g)].map(([name]) => name.trim());
  const drawn = legend((await run(argv, options)).stdout);
  const folder = createFolder();
  const path = join(folder, 'chart.svg');
  await run([...argv, '-O', path], { ...options, service: serveCosts({ '2026-11-02': rows }) });
  expect(drawn).toMatchInlineSnapshot(`
    [
      "Amazon Elastic Compu…on demand eu-west-1",
      "Amazon Elastic Compu…on demand eu-west-2",
      "Amazon Elastic Compu…n demand eu-north-1",
    ]
  `);
  expect(legend(readFileSync(path, 'utf8'))).toEqual(drawn);
});
