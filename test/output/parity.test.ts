import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { parseDecimal, roundDecimal, subtractDecimals } from '../../src/json/decimal.ts';
import { parseJson } from '../../src/json/parse.ts';
import { stringifyJson } from '../../src/json/stringify.ts';
import { isRecord } from '../../src/output/property-path.ts';
import { actionsOf, describeWhole, hasOption, isWritten } from '../helpers/actions.ts';
import {
  daysOf,
  makeFacts,
  type Shape,
  serveAnalysis,
  shapes,
  week,
  weekBefore,
} from '../helpers/cost-shapes.ts';
import { readings } from '../helpers/every-action.ts';
import { createFolder, run, type World } from '../helpers/run.ts';
import { bodyOf } from '../helpers/screens.ts';

/** Fields that the service leaves out of a record if it has none. */
const leftOut = ['error'];

type Row = Readonly<Record<string, unknown>>;
type Ask = (
  words: readonly string[],
) => Promise<{ readonly stdout: string; readonly stderr: string }>;

/** Texts of people for values that have no text of their own. */
const none = ['', '(none)', '-', 'no rate', 'never'];

/** Columns and cells of a Markdown table, without the escapes of Markdown. */
function readTable(screen: string): { headers: string[]; rows: string[][] } {
  const lines = bodyOf(screen)
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const cells = lines.map((line) =>
    line
      .slice(2, -2)
      .split(/(?<!\\) \| /)
      .map((cell) =>
        cell
          .replace(/^`+ ?(.*?) ?`+$/, '$1')
          .replace(/\\([\\`*_[\]<>~&$|])/g, '$1')
          .trim(),
      ),
  );
  const [headers = [], , ...rows] = cells;
  return { headers, rows };
}

/** Every property, with those inside of it. */
function propertiesOf(record: Row, outer = ''): [string, unknown][] {
  return Object.entries(record).flatMap(([key, value]): [string, unknown][] => [
    [`${outer}${key}`, value],
    ...(isRecord(value) ? propertiesOf(value, `${outer}${key}.`) : []),
  ]);
}

/** Whether a person reads what a program reads. */
function saysTheSame(cell: string, value: unknown, row: Row): boolean {
  if (value === null || value === undefined) {
    return (
      none.includes(cell) ||
      (cell === '(all)' && row['all'] === true) ||
      (cell === '(rest)' && row['rest'] === true)
    );
  }
  if (typeof value === 'boolean')
    return cell === String(value) || (value ? cell !== '' : cell === '');
  // An object is shown as its JSON, or as an action writes it, such as labels.
  if (isRecord(value)) return true;
  if (/ ago$/.test(cell)) return typeof value === 'number';
  const text = typeof value === 'string' ? value : stringifyJson(value);
  const mark = row['all'] === true ? '(all)' : row['rest'] === true ? '(rest)' : undefined;
  if (cell === text || cell === mark || cell === `${text} (partial)`) return true;
  const [shown, exact] = [
    parseDecimal(cell.replaceAll(',', '').replace(/^\+/, '')),
    parseDecimal(text),
  ];
  if (exact === undefined) return Array.isArray(value) && cell === value.join(', ');
  if (shown === undefined) return /^[<>]-?0\.0*1$/.test(cell) && isBelow(text, cell);
  const difference = subtractDecimals(shown, roundDecimal(exact, shown.scale));
  return difference.units === 0n;
}

function isBelow(text: string, cell: string): boolean {
  return Math.abs(Number(text)) < Number(cell.replace(/[<>-]/g, ''));
}

/** Every cell of the usual table, and of one with every column, is what json has under that name. */
async function requireParity(ask: Ask): Promise<void> {
  const parsed = parseJson((await ask(['-o', 'json'])).stdout);
  const records = Array.isArray(parsed) ? parsed.filter(isRecord) : [];
  const paths = [
    ...new Set(records.flatMap((record) => propertiesOf(record).map(([path]) => path))),
  ];
  if (paths.length === 0) return;
  const whole = readTable((await ask(['-o', 'markdown', '--columns', paths.join(',')])).stdout);
  expect(whole.rows).toHaveLength(records.length);
  for (const [place, record] of records.entries()) {
    const values = new Map(propertiesOf(record));
    const wrong = paths.flatMap((path, column) => {
      const cell = whole.rows[place]?.[column] ?? '';
      return saysTheSame(cell, values.get(path), record) ? [] : [[path, cell, values.get(path)]];
    });
    expect(wrong).toEqual([]);
  }
  const usual = readTable((await ask(['-o', 'markdown'])).stdout);
  expect(usual.rows).toHaveLength(records.length);
  for (const [column, header] of usual.headers.entries()) {
    const cellsOf = (table: typeof usual, at: number) => table.rows.map((cells) => cells[at]);
    const cells = cellsOf(usual, column);
    if (leftOut.includes(header) && cells.every((cell) => cell === '')) continue;
    const same = whole.headers.flatMap((one, at) => (one === header ? [cellsOf(whole, at)] : []));
    expect({ header, same }).toEqual({ header, same: expect.arrayContaining([cells]) });
  }
}

const facts = makeFacts({ from: weekBefore.from, to: week.to }, 12);
const period = `--from ${week.from} --to ${week.to}`;

/** A line of every cost action that adds up rows, by the columns of a shape. */
function linesOf({ service, team }: Shape): string[] {
  return [
    `summary ${period} --by ${service},${team}`,
    `summary ${period} --granularity week --by ${team} --top 1`,
    `compare ${period} --by ${service}`,
    `coverage ${period} --require ${team} --by ${service}`,
    `allocate ${period} --rules rules.yaml --by ${team}`,
    `anomalies ${period} --by ${service}`,
    `outlook --month 2026-11 --by ${service}`,
    `columns ${period}`,
    `list ${period} --max 5`,
  ];
}

const home = process.cwd();
afterEach(() => process.chdir(home));

describe.each(shapes)('with $name', (shape) => {
  const folder = createFolder();
  writeFileSync(
    join(folder, 'rules.yaml'),
    `- {match: ['${shape.service}=Rechnen'], to: ${shape.team}, by: cost}`,
  );
  test.each(linesOf(shape))('costs %s shows people what programs read', async (line) => {
    const options = /^(columns|list)/.test(line) ? [] : shape.options;
    process.chdir(folder);
    await requireParity((words) => {
      const service = serveAnalysis(daysOf(shape, facts));
      return run(['costs', ...line.split(' '), ...options, ...words, '-q'], { service, folder });
    });
  });
});

/** What is shown depends on the output option, is no table, or has periods as columns. */
const others = [
  ...['profiles show', 'doctor', 'costs explain'],
  ...['costs export', 'costs trend', 'sandbox serve'],
  ...['costs allocate', 'costs reconcile', 'costs report', 'costs close', 'costs mirror'],
  'costs focus-check',
];

describe('in the sandbox', async () => {
  const folder = createFolder();
  const ask = (words: readonly string[], world: World = {}) =>
    run(['--sandbox', ...words], { folder, ...world });
  const lines = actionsOf(await describeWhole())
    .filter((one) => isWritten(one) && hasOption(one, '--columns') && readings.includes(one.line))
    .filter(({ line }) => !others.includes(line))
    .flatMap(({ line, command }) => {
      const [example = ''] = command.examples;
      const words = example
        .replace(/ (-o|-O) \S+| -q\b/g, '')
        .split(' ')
        .slice(1);
      return example === '' || example.includes("'") ? [] : [[line, words] as const];
    });

  test('files of the examples are prepared', async () => {
    process.chdir(folder);
    const before = [
      'metrics values bmt_orders --from 2026-10-01 --to 2026-10-03 -o csv -O orders.csv',
      'costs export --last 2d -O costs.csv.gz --receipt costs.receipt.json',
      'config pull -O costctl.yaml',
    ];
    for (const line of before) {
      expect((await ask(line.split(' '))).exitCode).toBe(0);
    }
    copyFileSync(join(home, 'test/openapi.yaml'), join(folder, 'openapi.yaml'));
    await ask(['api', 'import', 'openapi.yaml']);
  });

  test.each(lines)('%s shows people what programs read', async (_line, words) => {
    process.chdir(folder);
    await requireParity((more) => ask([...words, ...more]));
  });
});
