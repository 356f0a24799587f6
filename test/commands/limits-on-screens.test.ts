import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compareDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
} from '../../src/json/decimal.ts';
import { type Row, serveCosts } from '../helpers/costs.ts';
import { readMarkdown, readTerminal, type ScreenTable } from '../helpers/read-screen.ts';
import { createFolder, run } from '../helpers/run.ts';

const day = '2026-11-09';
const before = '2026-11-08';
const folder = createFolder();

/** What a reader takes a figure for, next to its limit: `>100.00` is more than 100.00. */
function readSide(figure: string, limit: Decimal): number {
  const shown = parseDecimal(figure.replace(/[,+>< %]/g, ''));
  if (shown === undefined) throw new Error(`no figure: ${figure}`);
  const side = compareDecimals(shown, limit);
  if (figure.startsWith('>')) return side >= 0 ? 1 : side;
  return figure.startsWith('<') && side <= 0 ? -1 : side;
}

interface Asked {
  readonly words: readonly string[];
  readonly rows: readonly Row[];
  /** The headers of the figure that is judged. */
  readonly header: string;
  /** What comes before it in the error. */
  readonly said: RegExp;
  readonly limit: Decimal;
  /** Whether the figure is below its limit, at it or above. */
  readonly side: number;
  /** Whether the figure is negative, and its size is judged. */
  readonly isFall?: boolean;
}

/** The figure is on its side of the limit on every screen and in the error. */
async function requireSide(asked: Asked): Promise<void> {
  const { words, rows, header, said, limit, side, isFall = false } = asked;
  const byDay = (date: string) => rows.filter((row) => row['date'] === date);
  const ask = (more: readonly string[], terminal?: number) =>
    run(['costs', ...words, '--allow-empty', '--allow-stale', 'all', ...more], {
      service: serveCosts({ [before]: byDay(before), [day]: byDay(day) }),
      folder,
      env: { NO_COLOR: '1' },
      ...(terminal === undefined ? {} : { terminal }),
    });
  const screens: [ScreenTable, string][] = [];
  const markdown = await ask(['-o', 'markdown']);
  screens.push([readMarkdown(markdown.stdout), markdown.stderr]);
  const table = await ask([], 20_000);
  screens.push([readTerminal(table.stdout, 1), table.stderr]);
  for (const [{ headers, rows: cells }, stderr] of screens) {
    const figures = cells
      .map((row) => row[headers.indexOf(header)] ?? '')
      .map((figure) => (isFall ? figure.replace('<-', '>').replace('-', '') : figure));
    const told = said.exec(stderr)?.[1];
    for (const figure of told === undefined ? figures : [...figures, told]) {
      expect({ figure, side: readSide(figure, limit) }).toEqual({ figure, side });
    }
  }
}

const cents = fc.bigInt({ min: 1_000n, max: 1_000_000n });
/** Ten thousandths of a cent around it. */
const near = fc.bigInt({ min: -12_000n, max: 12_000n });
const amountOf = (units: bigint) => formatDecimal({ units, scale: 6 });
const runs = { numRuns: 12 };

const row = (date: string, cost: string, more: Row = {}): Row => ({
  ...{ date, cost, currency: 'USD', service: 'a' },
  ...more,
});

test('a total is not rounded across its limit', async () => {
  const property = fc.asyncProperty(cents, near, async (limit, off) => {
    const bound = { units: limit * 10_000n, scale: 6 };
    await requireSide({
      words: ['check', '--from', day, '--to', day, '--max-total', formatDecimal(bound)],
      rows: [row(day, amountOf(bound.units + off))],
      header: 'total',
      said: /is (\S+) USD, over/,
      limit: bound,
      side: Math.sign(Number(off)),
    });
  });
  await fc.assert(property, runs);
});

test.each([
  ['--max-increase', { least: 0n, most: 200n, sign: 1n }],
  ['--max-decrease', { least: 1n, most: 99n, sign: -1n }],
] as const)('a change is not rounded across its %s', async (option, { least, most, sign }) => {
  const property = fc.asyncProperty(
    fc.bigInt({ min: least, max: most }),
    fc.bigInt({ min: -9n, max: 9n }),
    async (limit, off) => {
      // A change of one ten thousandth of a percent.
      const cost = 1_000_000n + sign * (limit * 10_000n + off);
      await requireSide({
        words: ['check', '--from', day, '--to', day, option, `${limit}`],
        rows: [row(before, '1.000000'), row(day, amountOf(cost))],
        header: 'change %',
        said: /by (\S+) %, over/,
        limit: { units: limit, scale: 0 },
        side: Math.sign(Number(off)),
        isFall: sign < 0n,
      });
    },
  );
  await fc.assert(property, runs);
});

test('a covered share is not rounded across its minimum', async () => {
  const property = fc.asyncProperty(
    fc.bigInt({ min: 1n, max: 99n }),
    fc.bigInt({ min: -9n, max: 9n }),
    async (min, off) => {
      const covered = min * 10_000n + off;
      await requireSide({
        words: ['coverage', '--from', day, '--to', day, '--require', 'team', '--min', `${min}`],
        rows: [
          row(day, amountOf(covered), { team: 'x' }),
          row(day, amountOf(1_000_000n - covered), { team: null }),
        ],
        header: 'covered %',
        said: /: (\S+) % of the cost is covered/,
        limit: { units: min, scale: 0 },
        side: Math.sign(Number(off)),
      });
    },
  );
  await fc.assert(property, runs);
});

test.each(['actual', 'share'])(
  'the %s of a budget is not rounded across its limits',
  async (figure) => {
    const property = fc.asyncProperty(
      fc.bigInt({ min: 1n, max: 100_000n }),
      fc.bigInt({ min: -400n, max: 400n }),
      fc.constantFrom(80n, 100n),
      async (amount, off, warn) => {
        const limit = { units: amount * warn * 10_000n, scale: 6 };
        const cost = limit.units + off;
        const text = `- {name: web, amount: ${amount}, currency: USD, warn: [${warn}], mayBeEmpty: true}`;
        writeFileSync(join(folder, 'budgets.yaml'), text);
        const isShare = figure === 'share';
        if (!isShare && warn !== 100n) return;
        await requireSide({
          words: ['check', '--budgets', join(folder, 'budgets.yaml')],
          rows: [row(day, amountOf(cost))],
          header: isShare ? 'share %' : 'actual',
          said: isShare ? /\((\S+) %\)/ : /^(?!)/,
          limit: isShare ? { units: warn, scale: 0 } : limit,
          side: Math.sign(Number(off)),
        });
      },
    );
    await fc.assert(property, runs);
  },
);

test('the outlook of a budget is not rounded across its limit', async () => {
  const property = fc.asyncProperty(
    fc.bigInt({ min: 1_000_000n, max: 900_000_000n }),
    // A limit of many digits is rounded itself: no figure of cents says that it is met to the last of them.
    near.filter((off) => off !== 0n),
    async (cost, off) => {
      const path = join(folder, 'outlook.yaml');
      const write = (amount: string) =>
        writeFileSync(
          path,
          `- {name: web, amount: ${amount}, currency: USD, on: outlook, mayBeEmpty: true}`,
        );
      const words = ['check', '--budgets', path];
      const [first, second] = [row(before, amountOf(cost)), row(day, amountOf(cost))];
      const rows = [first, second];
      write('1');
      const exact = await run(
        ['costs', ...words, '--allow-empty', '--allow-stale', 'all', '-o', 'json'],
        { service: serveCosts({ [before]: [first], [day]: [second] }), folder },
      );
      const outlook = parseDecimal(JSON.parse(exact.stdout)[0].outlook);
      if (outlook === undefined) throw new Error('an outlook is a decimal');
      const scale = Math.max(6, outlook.scale);
      const units = outlook.units * 10n ** BigInt(scale - outlook.scale);
      const limit = { units: units - off * 10n ** BigInt(scale - 6), scale };
      write(formatDecimal(limit));
      const side = Math.sign(Number(off));
      await requireSide({ words, rows, header: 'outlook', said: /^(?!)/, limit, side });
    },
  );
  await fc.assert(property, runs);
});

test('a difference is not rounded across the tolerance', async () => {
  const property = fc.asyncProperty(
    fc.bigInt({ min: 1n, max: 500n }),
    fc.bigInt({ min: -12_000n, max: 12_000n }),
    async (tolerance, off) => {
      const bound = { units: tolerance * 10_000n, scale: 6 };
      const invoice = join(folder, 'invoice.csv');
      const difference = bound.units + off;
      writeFileSync(
        invoice,
        `service,cost,currency\na,${amountOf(900_000_000n + difference)},USD\n`,
      );
      await requireSide({
        words: [
          ...['reconcile', invoice, '--from', day, '--to', day, '--by', 'service'],
          ...['--tolerance', formatDecimal(bound)],
        ],
        rows: [row(day, '900.000000')],
        header: 'difference',
        said: /not accepted (\S+) USD/,
        limit: bound,
        side: Math.sign(Number(off)),
      });
    },
  );
  await fc.assert(property, runs);
});
