import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDecimals, compareDecimals, parseDecimal, zero } from '../../src/json/decimal.ts';
import { createTally } from '../../src/metrics/value-tally.ts';
import { takeText } from './helpers.ts';

const header = 'date,amount,region,team\n';
const labelColumns = ['region', 'team'];
const amounts = (values: readonly string[]) => values.map((json) => JSON.parse(json).amount);

test.each([
  ['first', ['1.5']],
  ['last', ['0.25']],
  ['sum', ['3.75']],
] as const)('--duplicates %s', async (duplicates, expected) => {
  const content = `${header}2026-01-01,1.5,eu,a\n2026-01-01,2,eu,a\n2026-01-01,0.25,eu,a\n`;
  const taken = await takeText(content, { labelColumns, duplicates });
  expect(amounts(taken.values)).toEqual(expected);
  expect(taken).toMatchObject({ rows: 3, merged: 2, invalid: 0 });
});

test('rows with the same amount count once by default, and --duplicates sum adds them', async () => {
  const content = `${header}2026-01-01,5,eu,a\n2026-01-01,5.00,eu,a\n2026-01-01,50e-1,eu,a\n`;
  expect(amounts((await takeText(content, { labelColumns })).values)).toEqual(['5']);
  const added = await takeText(content, { labelColumns, duplicates: 'sum' });
  expect(amounts(added.values)).toEqual(['15.00']);
});

test('refuses all duplicate rows with different amounts and names another line', async () => {
  const content = `${header}2026-01-01,5,eu,a\n2026-01-02,5,eu,a\n2026-01-01,6,eu,a\n2026-01-01,5,eu,a\n`;
  const taken = await takeText(content, { labelColumns });
  expect(taken.rejected).toEqual([
    'line 2: same day and labels as line 4, but a different amount (5 and 6): give --duplicates first, last or sum to choose',
    'line 4: same day and labels as line 2, but a different amount (6 and 5): give --duplicates first, last or sum to choose',
    'line 5: same day and labels as line 2, which has several amounts',
  ]);
  expect(taken).toMatchObject({ rows: 4, merged: 0, invalid: 3 });
  expect(taken.values).toHaveLength(1);
});

test('refuses duplicate rows whose amounts are the same float', async () => {
  const content = `${header}2026-01-01,0.1,eu,a\n2026-01-01,0.1000000000000000000001,eu,a\n`;
  const taken = await takeText(content, { labelColumns });
  expect(taken).toMatchObject({ rows: 2, merged: 0, invalid: 2 });
});

test('the order of the labels in a row does not matter', async () => {
  const content =
    '{"date":"2026-01-01","amount":"5","labels":{"region":"eu","team":"a"}}\n' +
    '{"team":"a","region":"eu","amount":"5","date":"2026-01-01"}\n';
  expect(await takeText(content, { labelColumns })).toMatchObject({ rows: 2, merged: 1 });
});

test('the same label in another column makes a different label set', async () => {
  const content = `${header}2026-01-01,5,eu,\n2026-01-01,6,,eu\n2026-01-01,7,,\n`;
  const taken = await takeText(content, { labelColumns, allowMissingLabels: true });
  expect(taken).toMatchObject({ rows: 3, merged: 0, invalid: 0 });
});

test('sums are exact', async () => {
  const amount = fc
    .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 20 }))
    .map(([units, places]) => `${units}e-${places}`);
  await fc.assert(
    fc.asyncProperty(fc.array(amount, { minLength: 1, maxLength: 10 }), async (texts) => {
      const rows = texts.map((text) => `2026-01-01,${text},eu,a\n`).join('');
      const { values } = await takeText(header + rows, { labelColumns, duplicates: 'sum' });
      const total = texts.reduce((sum, text) => addDecimals(sum, parseDecimal(text) ?? zero), zero);
      const [sent] = amounts(values).map((text) => parseDecimal(text) ?? zero);
      expect(compareDecimals(sent ?? zero, total)).toBe(0);
    }),
  );
});

test.each([
  [['1.12345', '2'], '2'],
  [['2', '1.50'], '1.5'],
  [['0.5', '100'], '100'],
])('a replaced amount leaves no trace in the sum: %j', (texts, expected) => {
  const tally = createTally();
  for (const [at, text] of texts.entries()) {
    if (at > 0) tally.remove('2026-01-01', texts[at - 1] ?? '');
    tally.add('2026-01-01', text);
  }
  expect(tally.result()).toMatchObject({ values: 1, sum: expected });
});

test('each row is in a value or refused, whatever the order of equal and different amounts', async () => {
  const days = fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03');
  const rows = fc.array(
    fc.record({
      day: days,
      amount: fc.constantFrom('5', '5.0', '6'),
      label: fc.constantFrom('eu', ' us'),
    }),
    { minLength: 1, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(rows, async (some) => {
      const content = some
        .map(({ day, amount, label }) => `${day},${amount},${label},a\n`)
        .join('');
      const taken = await takeText(`${header}${content}`, { labelColumns });
      const linesOf = (
        wanted: (amounts: ReadonlySet<number>, row: (typeof some)[number]) => boolean,
      ) =>
        some.flatMap((row, place) => {
          const same = some.filter(({ day, label }) => day === row.day && label === row.label);
          return wanted(new Set(same.map(({ amount }) => Number(amount))), row) ? [place + 2] : [];
        });
      const refused = linesOf((all, { label }) => label === ' us' || all.size > 1);
      const lines = taken.rejected.map((reason) => Number(/\d+/.exec(reason)?.[0]));
      expect(lines.sort((one, other) => one - other)).toEqual(refused);
      expect(taken.invalid).toBe(refused.length);
      expect(taken.values.length + taken.merged + taken.invalid).toBe(some.length);
    }),
  );
});
