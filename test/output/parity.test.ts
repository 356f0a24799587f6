import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, test } from 'vitest';
import { within } from '../../src/grouping.ts';
import {
  groupDigits,
  parseDecimal,
  roundDecimal,
  subtractDecimals,
} from '../../src/json/decimal.ts';
import { isObject } from '../../src/json/number.ts';
import { parseJson } from '../../src/json/parse.ts';
import { stringifyJson } from '../../src/json/stringify.ts';
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
import { prepareExample } from '../helpers/examples.ts';
import { readMarkdown, readTerminal, type ScreenTable } from '../helpers/read-screen.ts';
import { createFolder, type Outcome, run, type World } from '../helpers/run.ts';
import { drawCases } from '../helpers/runs.ts';

/** Fields that the service leaves out of a record if it has none. */
const leftOut = ['error'];

type Row = Readonly<Record<string, unknown>>;
type Ask = (words: readonly string[], world?: World) => Promise<Outcome>;

/** Texts of people for values that have no text of their own. */
const none = ['', '(none)', '-', 'no rate', 'no rows', 'never'];

/** Every property, with those inside of it. */
function propertiesOf(record: Row, outer = ''): [string, unknown][] {
  return Object.entries(record).flatMap(([key, value]): [string, unknown][] => [
    [`${outer}${key}`, value],
    ...(isObject(value) ? propertiesOf(value, `${outer}${key}.`) : []),
  ]);
}

/** Whether a person reads what a program reads. */
function saysTheSame(shown: string, value: unknown, row: Row): boolean {
  const cell = masked(shown);
  const mark = row['all'] === true ? '(all)' : row['rest'] === true ? '(rest)' : undefined;
  if (value === null || value === undefined) return none.includes(cell) || cell === mark;
  // csv has no marks of its own.
  if (value === '') return [...none, '(all)', '(rest)'].includes(cell);
  if (typeof value === 'boolean')
    return cell === String(value) || (value ? cell !== '' : cell === '');
  // Objects are shown as their JSON, or as an action writes them, such as labels.
  if (isObject(value) || (Array.isArray(value) && value.some(isObject))) return true;
  const text = typeof value === 'string' ? masked(value) : stringifyJson(value);
  if (cell === text.trim() || cell === mark || cell === `${text} (partial)`) return true;
  if (row['more'] === true && cell === `${groupDigits(text)}+`) return true;
  // On a terminal a time has its age.
  if (/^\d{4}-/.test(text) && cell.startsWith(`${text} (`)) return true;
  const [rounded, exact] = [
    parseDecimal(cell.replaceAll(',', '').replace(/^\+/, '')),
    parseDecimal(text),
  ];
  if (exact === undefined) return Array.isArray(value) && [value.join(', '), text].includes(cell);
  if (rounded === undefined) return /^[+-]?<0\.0*1$/.test(cell) && isBelow(text, cell);
  const difference = subtractDecimals(rounded, roundDecimal(exact, rounded.scale));
  return difference.units === 0n;
}

/** The output option is part of some results, and each sandbox has a port. */
function masked(text: string): string {
  return text
    .replace(/^(output )?(json|markdown|table)\b/, '$1format')
    .replace(/127\.0\.0\.1:\d+/g, 'host');
}

function isBelow(text: string, cell: string): boolean {
  return Math.abs(Number(text)) < Number(cell.replace(/[<>+-]/g, ''));
}

/** So wide that a terminal cuts nothing. */
const wide: World = { terminal: 2_000, env: { NO_COLOR: '1' } };

const media = [
  {
    words: ['-o', 'markdown'],
    world: {},
    read: (screen: string, _records: number | undefined) => readMarkdown(screen),
  },
  { words: ['-o', 'table'], world: wide, read: readTerminal },
] as const;

/** What programs read, where it is not json: tables of periods are csv's with --wide. */
const programForms: Readonly<Record<string, readonly string[]>> = {
  'costs trend': ['-o', 'csv', '--wide', '--total'],
};

async function readRecords(ask: Ask, action: string) {
  const words = programForms[action];
  const { stdout } = await ask(words ?? ['-o', 'json']);
  if (stdout === '') return { records: [], isList: true };
  const parsed: unknown =
    words === undefined ? parseJson(stdout) : parse(stdout, { columns: true });
  const records = (Array.isArray(parsed) ? parsed : [parsed]).filter(isObject);
  return { records, isList: Array.isArray(parsed) };
}

/** Every cell of the usual screen, and of one with every column, is what a program reads under that name. */
async function requireParity(
  ask: Ask,
  action: string,
  screens: readonly (typeof media)[number][],
): Promise<number> {
  const { records, isList } = await readRecords(ask, action);
  // What figures are is a caption for people.
  const paths = [
    ...new Set(records.flatMap((record) => propertiesOf(record).map(([path]) => path))),
  ].filter((path) => isList || !/^about(\.|$)/.test(path));
  if (paths.length === 0) return 0;
  for (const { words, world, read } of screens) {
    const all = await ask([...words, '--columns', paths.join(',')], world);
    const count = isList ? records.length : undefined;
    const whole = read(all.stdout, count);
    requireWhole(isList ? whole.rows : whole.rows.map(([, cell = '']) => [cell]), {
      records,
      paths,
      isList,
    });
    const usual = await ask(words, world);
    // A result in one line, or sentences.
    const table = read(usual.stdout, count);
    const isTable = isList
      ? table.rows.length === records.length && whole.headers.includes(table.headers[0] ?? '')
      : table.rows.length > 1;
    if (isTable && isList && usual.stdout.includes(' (UTC')) requireDifferent(table);
    if (isTable) requireSame(table, whole, isList);
    else requireSentences(usual.stdout, records);
  }
  return records.length;
}

/** What every one of several rows has is said in the caption; a month without rows keeps its column. */
function requireDifferent({ headers, rows }: ScreenTable): void {
  const same = headers.filter((_header, column) => {
    const [cell = '', ...others] = new Set(rows.map((cells) => cells[column]));
    const isSame = rows.length > 1 && others.length === 0 && cell !== 'no rows';
    return isSame && /[a-z]{2}|^\d{4}-|^100\.00$/i.test(cell);
  });
  expect(same).toEqual([]);
}

/** In a narrow window the caption is whole, and no header is cut; that a month is partial is in the caption. */
async function requireReadable(ask: Ask): Promise<void> {
  const { stdout } = await ask(['-o', 'table'], wide);
  const headers = stdout.split('\n').flatMap((line) => line.split(/ {2,}/));
  const [caption = ''] = stdout.split('\n');
  expect(caption).toMatch(/\(UTC\b.* · /);
  for (const terminal of [80, 40]) {
    const narrow = await ask(['-o', 'table'], { ...wide, terminal });
    expect(narrow.stdout.replaceAll('\n', ' ')).toContain(caption.slice(0, caption.indexOf(' · ')));
    const cut = narrow.stdout.split(/ {2,}|\n/).flatMap((text) => /^(.+)…$/.exec(text)?.[1] ?? []);
    const isHeader = (start: string) =>
      /^[a-z ]+$/.test(start) && headers.some((header) => header.startsWith(start));
    expect(cut.filter(isHeader)).toEqual([]);
  }
}

interface Expected {
  readonly records: readonly Row[];
  readonly paths: readonly string[];
  readonly isList: boolean;
}

function requireWhole(
  rows: readonly (readonly string[])[],
  { records, paths, isList }: Expected,
): void {
  expect(rows).toHaveLength(isList ? records.length : paths.length);
  for (const [place, record] of records.entries()) {
    const values = new Map(propertiesOf(record));
    const wrong = paths.flatMap((path, column) => {
      const cell = (isList ? rows[place]?.[column] : rows[column]?.[0]) ?? '';
      const value = values.get(path);
      const isRight = saysTheSame(cell, value, record) && (!changes.has(path) || isSigned(cell));
      return isRight ? [] : [[path, cell, value]];
    });
    expect(wrong).toEqual([]);
  }
}

const changes = new Set(['change', 'changePercent', 'difference']);

/** A change that is not zero has its sign, however small it is. */
function isSigned(cell: string): boolean {
  return !/[1-9]/.test(cell) || /^[<>]?[+-]/.test(cell);
}

function requireSame(usual: ScreenTable, whole: ScreenTable, isList: boolean): void {
  if (!isList) {
    for (const row of usual.rows) expect(whole.rows).toContainEqual(row);
    return;
  }
  for (const [column, header] of usual.headers.entries()) {
    const cellsOf = (table: ScreenTable, at: number) => table.rows.map((cells) => cells[at]);
    const cells = cellsOf(usual, column);
    if (leftOut.includes(header) && cells.every((cell) => cell === '')) continue;
    // A line of bars is a picture of the row.
    if (header === 'trend' && cells.every((cell = '') => /^[▁-█ ]+$/.test(cell))) continue;
    const same = whole.headers.flatMap((one, at) => (one === header ? [cellsOf(whole, at)] : []));
    expect({ header, same }).toEqual({ header, same: expect.arrayContaining([cells]) });
  }
}

/** Numbers that the sentences have, below the caption, are those of the records. */
function requireSentences(screen: string, records: readonly Row[]): void {
  const known = stringifyJson(records);
  const said = masked(screen.replace(/^.* · [\s\S]*?\n\n/, ''));
  const numbers = said.match(/(?<![\w.])\d+(?![\w.])/g) ?? [];
  expect(numbers.filter((number) => !known.includes(number))).toEqual([]);
  expect(screen.trim()).not.toBe('');
}

const facts = makeFacts({ from: weekBefore.from, to: week.to }, 12);
const oneCurrency = facts.filter(({ currency }) => currency === 'EUR');
const period = `--from ${week.from} --to ${week.to}`;

/** A line of every action that adds up rows or lists them, by the columns of a shape. */
const linesOf: Readonly<Record<string, (shape: Shape) => readonly string[]>> = {
  list: () => [`${period} --max 5`],
  columns: () => [period],
  summary: ({ service, team }) => [
    `${period} --by ${service},${team}`,
    `${period} --granularity week --by ${team} --top 1`,
  ],
  trend: ({ service }) => [`--days 9 --by ${service} --top 2`],
  compare: ({ service }) => [`${period} --by ${service}`],
  explain: ({ service, team }) => [`${period} --by ${service},${team}`],
  chart: ({ service }) => [`${period} --by ${service} --columns period,currency,rows,total`],
  check: ({ service }) => [
    `${period} --by ${service} --max-increase 1 --min-change 5 --allow-empty`,
    '--budgets budgets.yaml --allow-empty',
  ],
  freshness: () => [period],
  allocate: ({ team }) => [`${period} --rules rules.yaml --by ${team} --total`],
  outlook: ({ service }) => [`--month 2026-11 --by ${service}`],
  anomalies: ({ service }) => [`${period} --by ${service} --min-impact 0`],
  coverage: ({ service, team }) => [`${period} --require ${team} --by ${service}`],
  reconcile: ({ service }) => [`invoice.csv ${period} --by ${service}`],
};

/** Judged by their examples: they need a metric, a map or a mirror, or write files in forms of their own. */
const others = ['export', 'unit', 'mirror', 'query', 'report', 'close', 'allocate-init'];

const actions = actionsOf(await describeWhole()).filter(isWritten);
const tables = actions.filter((action) => hasOption(action, '--columns'));
const home = process.cwd();
afterAll(() => process.chdir(home));

test('every action that adds up rows has a line for each shape', () => {
  const reading = tables.filter((action) => hasOption(action, '--amount-column'));
  const names = reading.map(({ line }) => line.replace(/^costs /, ''));
  expect(names.filter((name) => !(name in linesOf) && !others.includes(name))).toEqual([]);
});

const placed = shapes.map((shape, place) => ({ ...shape, place }));

describe.each(placed)('with $name', (shape) => {
  const folder = createFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('rules.yaml', `- {match: ['${shape.service}=Rechnen'], to: ${shape.team}, by: cost}`);
  write('budgets.yaml', '- {name: all, amount: 100000, currency: EUR, warn: [10]}');
  write('invoice.csv', `${shape.service},cost,currency\nRechnen,12.5,EUR\nNetz\\werk,1,USD\n`);
  const lines = Object.entries(linesOf).flatMap(([action, make]) =>
    make(shape).map((line) => [action, line] as const),
  );
  const drawn = drawCases(lines, shape.place);
  test.each(drawn)('costs %s %s shows people what programs read', async (action, line) => {
    const options = ['columns', 'list'].includes(action) ? [] : shape.options;
    process.chdir(folder);
    const known = new Map<string, Promise<Outcome>>();
    const ask: Ask = (words, world) =>
      within(known, JSON.stringify([words, world]), () => {
        const service = serveAnalysis(daysOf(shape, action === 'check' ? oneCurrency : facts));
        const argv = [...`costs ${action} ${line}`.split(' '), ...options, ...words];
        return run(argv, { service, folder, ...world });
      });
    expect(await requireParity(ask, `costs ${action}`, media)).toBeGreaterThan(0);
    await requireReadable(ask);
  });
});

/** How the result is written is no part of it here. */
const writing = / (-o|-O|--columns|--query) \S+| (-q|-r|--raw|--wide)\b/g;

describe('in the sandbox', () => {
  /** No tables: what has no end, files in forms of their own, a diff for people, documents in JSON. */
  const untabled = [
    ...['sandbox serve', 'costs export', 'costs report', 'costs close'],
    ...['config plan', 'config schema', 'schema', 'api request'],
  ];
  const cases = tables
    .filter(({ line }) => !untabled.includes(line))
    .map(({ line, command }, row) => {
      const usable = command.examples.filter(
        (one) => /^costctl /.test(one) && !/ --sql | allocate init /.test(one),
      );
      const changes = hasOption({ line, command }, '--dry-run') || line === 'costs mirror';
      // Tables always have rows of everything, and objects of some actions only if asked.
      const total = hasOption({ line, command }, '--total') ? ' --total' : '';
      return [line, changes, `${usable[0] ?? ''}${total}`, row] as const;
    });

  test.each(cases)(
    '%s shows people what programs read',
    async (action, changes, example, row) => {
      const shorten = (line: string) => line.replace(writing, '').replace('months 6', 'months 2');
      const prepare = () => prepareExample(example, shorten);
      const once = changes ? undefined : await prepare();
      const ask: Ask = async (words, world) => {
        const prepared = once ?? (await prepare());
        return prepared.run(words, world);
      };
      await requireParity(ask, action, drawCases(media, row));
    },
    120_000,
  );
});
