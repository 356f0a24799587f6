import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../src/days.ts';
import { CostctlError } from '../../src/errors.ts';
import { formatDecimal } from '../../src/json/decimal.ts';
import { requireManifest } from '../../src/mirror/manifest.ts';
import { createMirrorSource } from '../../src/mirror/mirror-source.ts';
import { type Answer, analyze, type PeriodQuestion } from '../../src/questions/analyze.ts';
import { type Marker, markAll, markCovered, markFirst } from '../../src/questions/marker.ts';
import type { RowSource } from '../../src/rows/row-source.ts';
import type { ScanReport } from '../../src/rows/scan-costs.ts';
import { parseCondition } from '../../src/rows/where-language.ts';
import { type CostServiceOptions, type Days, type Row, serveCosts } from '../helpers/costs.ts';
import { newFolder, runMirror } from '../helpers/mirror.ts';
import { createFolder, run } from '../helpers/run.ts';
import { runs } from '../helpers/runs.ts';

const allDays = ['2026-09-29', '2026-09-30', '2026-10-01', '2026-10-02'];
const early = { from: '2026-09-29', to: '2026-09-30' };
const late = { from: '2026-10-01', to: '2026-10-02' };

/** A number with these digits in the JSON of the service, which a double might not represent. */
const digits = (text: string) => `@${text}@`;

/** Writes such numbers without their quotes. */
const exactly: CostServiceOptions = {
  answer: (_request, honest) => JSON.stringify(honest()).replace(/"@([^"]*)@"/g, '$1'),
};

const whole = fc.oneof(
  fc.constantFrom('0', '1', '10', '9007199254740993', '123456789012345678'),
  fc.integer({ min: 0, max: 10_000 }).map(String),
);
const fraction = fc.oneof(
  fc.constantFrom('', '.0', '.50', '.500000000000', '.1234567890123456789'),
  fc.integer({ min: 0, max: 9999 }).map((units) => `.${units}`),
);
const number = fc
  .tuple(fc.constantFrom('', '', '-'), whole, fraction)
  .map((parts) => digits(parts.join('')));

/** What all amounts of a mirror are like: the type of their column depends on it. */
const amounts = fc.constantFrom(
  fc.integer({ min: -500, max: 5000 }).map((units) => units / 100),
  fc.integer({ min: -5, max: 50 }),
  number,
  fc.constantFrom(digits('1.50'), digits('2.5'), digits('-0.25'), digits('3')),
  fc.constantFrom(...['1e2', '2.5E-3', '-0', '-0.00', '100', '0', '-1.5'].map(digits)),
  fc.oneof({ weight: 30, arbitrary: number }, { weight: 1, arbitrary: fc.constant(null) }),
  fc.oneof({ weight: 30, arbitrary: number }, { weight: 1, arbitrary: fc.constant('none') }),
);

/** From names that leave no doubt to those that say nothing. */
const namings = [
  { date: 'date', cost: 'cost', currency: 'currency' },
  { date: 'usage_date', cost: 'billed_cost', currency: 'billing_currency' },
  { date: 'when', cost: 'total', currency: 'money' },
] as const;
type Naming = (typeof namings)[number];

interface RowForm {
  readonly amount: fc.Arbitrary<unknown>;
  readonly more: readonly string[];
  readonly naming: Naming;
}

const rowOf = (date: string, { amount, more, naming }: RowForm) =>
  fc
    .record(
      {
        date: fc.constant(date),
        cost: amount,
        currency: fc.oneof(
          { weight: 9, arbitrary: fc.constantFrom('EUR', 'USD') },
          { weight: 1, arbitrary: fc.constantFrom('usd', ' EUR ', null, '') },
        ),
        service: fc.constantFrom('a', 'b, "c"', 'später', null, '', ' ', 'a'),
        quantity: fc.constantFrom(...['1.50', '2', '1e2', '100', '-0.0'].map(digits), 3, null),
        note: fc.oneof(fc.string({ maxLength: 3 }), fc.constant(null)),
        tags: fc.dictionary(fc.constantFrom('team', 'n.m'), fc.constantFrom('x', 'Y', 'z"')),
        ...Object.fromEntries(more.map((name) => [name, fc.constantFrom('2026-10-01', 'USD', 7)])),
        ...(more.length > 0
          ? {
              details: fc.dictionary(
                fc.constantFrom('n', 'list_cost', 'day'),
                fc.constantFrom(1, '2'),
              ),
            }
          : {}),
      },
      { requiredKeys: ['date', 'cost'] },
    )
    .map(
      (one): Row =>
        Object.fromEntries(
          Object.entries<unknown>(one).map(([name, value]) => [nameIn(naming, name), value]),
        ),
    );

function nameIn(naming: Naming, name: string): string {
  return name === 'date' || name === 'cost' || name === 'currency' ? naming[name] : name;
}

/** Later days may have columns that the first ones lack; some of them could be meant by a role. */
const tables = tablesOf(namings[0]);

function tablesOf(naming: Naming): fc.Arbitrary<Days> {
  return fc
    .tuple(
      amounts,
      fc.constantFrom<readonly (readonly string[])[]>(
        [[], ['late']],
        [[], []],
        [[], ['usage_date']],
        [[], ['currency_code']],
        [
          ['cost_date', 'amounts'],
          ['late', 'list_cost'],
        ],
      ),
    )
    .chain(([amount, [first = [], then = []]]) =>
      fc
        .tuple(
          ...allDays.map((day, at) =>
            fc.array(rowOf(day, { amount, naming, more: at < 2 ? first : [...first, ...then] }), {
              maxLength: 7,
            }),
          ),
        )
        .chain((lists) =>
          // Few values in many rows are added up in another way.
          fc
            .constantFrom(1, 24)
            .map(
              (times): Days =>
                Object.fromEntries(
                  lists.map((rows, at) => [
                    allDays[at],
                    Array.from({ length: times }, () => rows).flat(),
                  ]),
                ),
            ),
        ),
    );
}

const groupings = fc.subarray(
  ['service', 'tags.team', 'note', 'late', 'quantity', 'date', 'tags', 'cost', 'nobody'],
  { maxLength: 2 },
);
const conditions = fc.subarray(
  [
    'service=a',
    'service!=a',
    'service=',
    'cost>1.5',
    'tags.team~X',
    'late=',
    'currency in EUR,usd',
    'quantity<=2',
    'note!=',
    'date>=2026-09-30',
    'nobody=1',
  ],
  { maxLength: 2 },
);

const noReport: ScanReport = {
  count: () => undefined,
  begin: () => undefined,
  add: () => undefined,
  stop: () => undefined,
  onFound: () => undefined,
};

/** Columns that are given; the others are found. */
const givens = fc.subarray(['date', 'cost', 'currency'] as const);

/** The source with its rows one by one, as the service has them. */
function rowByRow(source: RowSource): RowSource {
  const { sampleColumns: _, ...others } = source;
  return {
    ...others,
    read: (windows, transaction, options) =>
      source.read(windows, { ...transaction, addColumns: undefined }, options),
  };
}

/** Counts the rows that are added column by column. */
function counting(source: RowSource, onRows: (rows: number) => void): RowSource {
  return {
    ...source,
    read: (windows, transaction, options) => {
      const { addColumns } = transaction;
      return source.read(
        windows,
        {
          ...transaction,
          addColumns: (batch) => {
            const isAdded = addColumns?.(batch) === true;
            if (isAdded) onRows(batch.count);
            return isAdded;
          },
        },
        options,
      );
    },
  };
}

type MakeMarker = (refuse: (column: string, value: string) => void) => Marker;

/** Groups rows by which conditions they meet, or by which columns have a value that is allowed. */
const markers: fc.Arbitrary<MakeMarker | undefined> = fc.oneof(
  fc.constant(undefined),
  fc
    .tuple(fc.array(conditions, { maxLength: 3 }), fc.constantFrom(markAll, markFirst))
    .map(([parts, mark]): MakeMarker => {
      return () => mark(parts.map((texts) => texts.map((text) => parseCondition(text))));
    }),
  fc
    .subarray(['service', 'tags.team', 'note', 'quantity', 'nobody'], {
      minLength: 1,
      maxLength: 2,
    })
    .map((required): MakeMarker => {
      return (refuse) =>
        markCovered(required, (column, value) => {
          if (value < 'y') return true;
          refuse(column, value);
          return false;
        });
    }),
);

async function ask(
  source: RowSource,
  asked: PeriodQuestion,
  makeMarker: MakeMarker | undefined,
): Promise<unknown> {
  const found: unknown[] = [];
  const report = { ...noReport, onFound: (columns: unknown) => found.push(columns) };
  /** The values that are not allowed, by column, in the order of rows. */
  const refused: Record<string, Set<string>> = {};
  const marker = makeMarker?.((column, value) => {
    refused[column] = (refused[column] ?? new Set()).add(value);
  });
  try {
    const answer = await describe(await analyze(source, { ...asked, marker }, report));
    return [found, answer, marker?.missing(), sortedEntries(refused)];
  } catch (error) {
    if (!(error instanceof CostctlError)) throw error;
    return [found, error.code, error.message, error.details];
  }
}

function sortedEntries(values: Readonly<Record<string, Set<string>>>) {
  return Object.keys(values)
    .sort()
    .map((key) => [key, ...(values[key] ?? [])]);
}

async function describe({ periods, names, ...answer }: Answer) {
  return {
    ...answer,
    names: await names(),
    periods: periods.map(({ groups, ...period }) => ({
      ...period,
      groups: groups.map((group) => ({ ...group, total: formatDecimal(group.total) })),
    })),
  };
}

test('columns as a whole give the groups, sums and errors that rows one by one give', async () => {
  let byColumns = 0;
  await fc.assert(
    fc.asyncProperty(
      fc
        .constantFrom(...namings)
        .chain((naming) => fc.tuple(fc.constant(naming), tablesOf(naming))),
      fc.array(
        fc.tuple(groupings, conditions, fc.boolean(), fc.boolean(), fc.boolean(), givens, markers),
        { minLength: 6, maxLength: 6 },
      ),
      async ([naming, days], questions) => {
        const folder = newFolder();
        const words = ['--date-column', naming.date, '--amount-column', naming.cost];
        words.push('--currency-column', naming.currency);
        const made = await runMirror(folder, days, words, {}, exactly);
        fc.pre(made.exitCode === 0);
        for (const [by, where, byDay, withSums, isOne, given, makeMarker] of questions) {
          const question: PeriodQuestion = {
            ranges: isOne ? [{ from: early.from, to: late.to }] : [late, early],
            given: {
              ...(given.includes('date') ? { date: naming.date } : {}),
              ...(given.includes('cost') ? { amount: naming.cost } : {}),
              ...(given.includes('currency') ? { currency: naming.currency } : {}),
            },
            conditions: where.map((text) => parseCondition(text)),
            by,
            byDay,
            withSums,
          };
          const open = () => createMirrorSource(folder, () => requireManifest(folder));
          const count = (rows: number) => {
            byColumns += rows;
          };
          const fast = await ask(counting(open(), count), question, makeMarker);
          expect(fast).toEqual(await ask(rowByRow(open()), question, makeMarker));
        }
      },
    ),
    { numRuns: runs(30) },
  );
  expect(byColumns).toBeGreaterThan(300);
}, 120_000);

const columnWords = ['--date-column', 'date', '--amount-column', 'cost'];
const lines = [
  ['summary', '--granularity', 'day'],
  ['summary', '--by', 'date', '--top', '2'],
  ['compare', '--against', 'previous'],
  ['check', '--max-total', '20'],
  ['chart', '--granularity', 'week'],
] as const;

test('summary, compare, check and chart of a mirror print what they print of the service', async () => {
  await fc.assert(
    fc.asyncProperty(
      tables,
      fc.array(
        fc.tuple(
          fc.constantFrom(...lines),
          fc.subarray(['service', 'tags.team', 'quantity'], { maxLength: 2 }),
          fc.subarray(['service=a', 'currency!=EUR', 'tags.team=x', 'cost>=1'], { maxLength: 1 }),
        ),
        { minLength: 3, maxLength: 3 },
      ),
      async (days, questions) => {
        const folder = newFolder();
        const made = await runMirror(folder, days, [...columnWords], {}, exactly);
        fc.pre(made.exitCode === 0);
        for (const [line, by, where] of questions) {
          const words = [
            'costs',
            ...line,
            ...['--from', late.from, '--to', late.to, '-o', 'json', ...columnWords],
            ...['--currency-column', 'currency'],
            ...by.flatMap((column) => ['--by', column]),
            ...where.flatMap((condition) => ['--where', condition]),
          ];
          const live = await run(words, { service: serveCosts(days, exactly) });
          const local = await run([...words, '--mirror', folder]);
          // A mirror has null for a property that some rows lack: a column is missing in fewer cases.
          if (live.stderr.includes('no row has the column')) continue;
          expect([local.exitCode, local.stdout]).toEqual([live.exitCode, live.stdout]);
        }
      },
    ),
    { numRuns: 12 },
  );
}, 120_000);

const objects = { tags: { team: 'x', place: { city: 'Bern' } } };
const texts = [{ tags: 'none' }, { tags: '' }, { tags: '{' }, { tags: [1, 2] }, {}];
const named = [{ 'tags.team': 'x' }, { 'tags.team': 'y', ...objects }, { tags: { team: 'z' } }];

test.each([
  ['texts', [...texts, objects, ...texts]],
  ['properties with the name of a path', [...texts, ...named, objects]],
])('a mirror finds what is inside objects next to %s', async (_name, kinds) => {
  const days: Record<string, Row[]> = {};
  for (const [at, more] of kinds.entries()) {
    const date = addDays('2026-10-01', at);
    const others = { date, cost: 2 ** at, currency: 'EUR' };
    days[date] = [
      { ...others, ...more },
      { ...others, ...objects },
    ];
  }
  const folder = newFolder();
  // The rows of later days join those that a file has.
  const first = await runMirror(folder, days, [], { now: '2026-10-03T12:00:00Z' });
  const second = await runMirror(folder, days);
  expect([first.exitCode, second.exitCode]).toEqual([0, 0]);
  for (const words of [
    ['list', '--columns', 'date,tags,tags.team'],
    ['summary', '--by', 'tags.team'],
    ['summary', '--by', 'tags'],
    ['summary', '--where', 'tags.team=x'],
    ['summary', '--where', 'tags.place.city='],
    ['coverage', '--require', 'tags.team'],
  ]) {
    const line = ['costs', ...words, '--from', '2026-10-01', '--to', '2026-10-09', '-o', 'csv'];
    const live = await run(line, { service: serveCosts(days) });
    const local = await run([...line, '--mirror', folder]);
    expect([words, local.exitCode, local.stdout], local.stderr).toEqual([words, 0, live.stdout]);
  }
});

test.each([
  ['summary', '--by', 'service'],
  ['summary', '--by', 'service', '--granularity', 'day'],
  ['summary', '--by', 'service', '--where', 'service~a'],
  ['coverage', '--require', 'service'],
  ['allocate', '--by', 'service', '--rules', 'rules.yaml'],
])(
  'a row without an amount ends costs %s of a mirror as it does of the service',
  async (...words) => {
    const date = '2026-10-01';
    const days = {
      [date]: [1, null, 2].map((cost) => ({ date, cost, currency: 'EUR', service: 'a' })),
    };
    const folder = newFolder();
    expect((await runMirror(folder, days)).exitCode).toBe(0);
    const rules = join(createFolder(), 'rules.yaml');
    writeFileSync(rules, '- {match: [service=b], to: [a]}\n');
    const line = words.map((word) => (word === 'rules.yaml' ? rules : word));
    const period = ['--from', date, '--to', date, '-o', 'json'];
    const live = await run(['costs', ...line, ...period], { service: serveCosts(days) });
    const local = await run(['costs', ...line, ...period, '--mirror', folder]);
    expect(live.exitCode).toBe(9);
    expect([local.exitCode, local.stdout]).toEqual([live.exitCode, live.stdout]);
  },
);

test('every property of many is found in every month', async () => {
  const names = Array.from({ length: 600 }, (_, number) => `key${number}`);
  const days: Record<string, Row[]> = {};
  for (const date of ['2026-09-30', '2026-10-01']) {
    days[date] = names.map((name) => ({ date, cost: 1, currency: 'EUR', tags: { [name]: 'x' } }));
  }
  const folder = newFolder();
  expect((await runMirror(folder, days)).exitCode).toBe(0);
  for (const name of ['key0', 'key399', 'key400', 'key599']) {
    const line = ['costs', 'summary', '--by', `tags.${name}`, '-o', 'csv'];
    const words = [...line, '--from', '2026-09-30', '--to', '2026-10-01'];
    const live = await run(words, { service: serveCosts(days) });
    const local = await run([...words, '--mirror', folder]);
    expect([name, local.stdout]).toEqual([name, live.stdout]);
  }
});

test('a property with dots in its name takes precedence over a path of that name', async () => {
  const all: Row['tags'][] = [
    { 'a.b': 'dotted', a: { b: 'nested' } },
    { 'a.b': null, a: { b: 'nested' } },
    { a: { b: 'nested', 'b.c': 'x' }, 'a.b': { c: 'y' } },
    { a: { b: { c: 'deep' } } },
  ];
  const date = '2026-10-01';
  const days = {
    [date]: all.map((tags, row) => ({ date, cost: 2 ** row, currency: 'EUR', tags })),
  };
  const folder = newFolder();
  expect((await runMirror(folder, days)).exitCode).toBe(0);
  for (const path of ['tags.a.b', 'tags.a.b.c']) {
    const line = ['costs', 'summary', '--by', path, '--from', date, '--to', date, '-o', 'csv'];
    const live = await run(line, { service: serveCosts(days) });
    const local = await run([...line, '--mirror', folder]);
    expect([path, local.stdout]).toEqual([path, live.stdout]);
  }
});
