import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSum } from '../../src/json/sum.ts';
import { addUnits } from '../../src/rows/unit-sums.ts';

const groups = 3;

/** Integers of so many bits, many of which end in zeros. */
function unitsOf(bits: bigint) {
  const end = 2n ** (bits - 1n);
  return fc
    .tuple(fc.bigInt({ min: -end, max: end - 1n }), fc.bigInt({ min: 1n, max: 39n }))
    .map(([units, zeros]) => (units / 10n ** zeros) * 10n ** zeros);
}

function store(units: readonly bigint[], width: 8 | 16): DataView {
  const view = new DataView(new ArrayBuffer(units.length * width));
  for (const [place, one] of units.entries()) {
    if (width === 8) view.setBigInt64(place * 8, one, true);
    else {
      view.setBigInt64(place * 16, one >> 64n);
      view.setBigUint64(place * 16 + 8, BigInt.asUintN(64, one));
    }
  }
  return view;
}

function placesOf(units: bigint, scale: number): number {
  let places = units === 0n ? 0 : scale;
  for (let rest = units; places > 0 && rest % 10n === 0n; rest /= 10n) places -= 1;
  return places;
}

test.each([
  [8, 18],
  [16, 38],
] as const)('a sum of numbers of %i bytes has the places of its longest', (width, mostScale) => {
  const row = fc.record({ units: unitsOf(BigInt(width * 8)), group: fc.nat(groups - 1) });
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 12 }),
      fc.nat(mostScale),
      fc.array(fc.nat(mostScale), { minLength: groups, maxLength: groups }),
      fc.boolean(),
      (rows, scale, before, arePositive) => {
        const units = rows.map((one) => one.units);
        const sums = addUnits(
          { groupOf: Int32Array.from(rows, (one) => one.group), firstRow: [0, 0, 0] },
          {
            rows: Int32Array.from(rows.keys()),
            units: {
              ...{ view: store(units, width), width, scale },
              ...{ places: 'shortest', hasIrregular: false },
            },
            selected: undefined,
            placesOf: (group) => before[group] ?? 0,
            arePositive,
          },
        );
        for (let group = 0; group < groups; group += 1) {
          const own = rows.filter((one) => one.group === group).map((one) => one.units);
          const places = [before[group] ?? 0, ...own.map((one) => placesOf(one, scale))];
          const longest = Math.min(scale, Math.max(...places));
          const added = own.filter((one) => one >= 0n || !arePositive);
          const total = added.reduce((sum, one) => sum + one, 0n);
          const sum = createSum();
          sums.addTo(sum, group);
          expect([sums.rowsOf(group), sum.total()]).toEqual([
            own.length,
            { units: total / 10n ** BigInt(scale - longest), scale: longest },
          ]);
        }
      },
    ),
    { numRuns: 300 },
  );
});
