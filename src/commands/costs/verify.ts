import { access } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { type DayRange, describeRange } from '../../costs/days.ts';
import { readRange } from '../../costs/read.ts';
import { type Receipt, readReceipt } from '../../costs/receipt.ts';
import { createDaySums, type DaySum, type DaySums } from '../../costs/sums.ts';
import { type Check, checkFile, checkRows, checkSums } from '../../costs/verify.ts';
import { createFilter, parseCondition } from '../../costs/where.ts';
import { CostctlError, usageError } from '../../errors.ts';
import type { View } from '../../output/output.ts';
import type { Session } from '../../session.ts';
import { organizationAction } from '../action.ts';
import { examples } from '../examples.ts';
import { isSilent } from '../silent-check.ts';
import { openSource } from './options.ts';
import { addressOf } from './receipt.ts';

const Input = z.strictObject({
  receipt: z.string(),
  file: z.optional(z.string()),
  live: z.optional(z.boolean()),
});
type Input = z.infer<typeof Input>;

const view: View<Check> = {
  columns: [
    { path: 'subject', importance: 'answer' },
    { path: 'what', importance: 'answer' },
    { path: 'receipt' },
    { path: 'now' },
    { path: 'result', kind: 'state', importance: 'answer' },
  ],
  fields: ['subject', 'what', 'receipt', 'now', 'result'],
};

export function addVerify(costs: Command, context: Context): void {
  costs
    .command('verify')
    .description('Check a file against its receipt, or the receipt against the service')
    .argument('<receipt>', 'what --receipt wrote')
    .argument('[file]', 'the exported file (default: the one that the receipt names)')
    .option('--live', 'read the days again, and list those whose rows or sum moved since')
    .addHelpText(
      'after',
      examples(
        'costctl costs verify costs.receipt.json',
        'costctl costs verify costs.receipt.json --live -o csv',
      ),
    )
    .action(organizationAction(context, Input, verify));
}

async function verify(session: Session, input: Input): Promise<void> {
  const receipt = await readReceipt(input.receipt);
  // Without a file, --live asks about the service alone.
  const files = input.live && input.file === undefined ? [] : await filesOf(input, receipt);
  const checks = [
    ...(await Promise.all(files.map(({ path, file }) => checkFile(path, file)))).flat(),
    ...(input.live ? await checkLive(session, receipt) : []),
  ];
  const different = checks.filter(({ result }) => result === 'differs');
  if (!isSilent(session, different.length === 0))
    await session.output.list(input.live ? different : checks, view);
  if (different.length === 0) {
    session.output.note(`${input.receipt}: everything is as the receipt says`);
    return;
  }
  const subjects = [...new Set(different.map(({ subject }) => subject))];
  throw new CostctlError(
    'check_failed',
    `not as the receipt says: ${subjects.slice(0, 10).join(', ')}${subjects.length > 10 ? ', …' : ''}`,
  );
}

async function filesOf({ receipt: path, file }: Input, receipt: Receipt) {
  const [first, ...others] = receipt.files.filter((one) => one.path !== '-' || file !== undefined);
  if (first === undefined) {
    throw usageError(
      `${path} names no file: the rows went to stdout, or were summed up`,
      'name the file they were written to, or give --live',
    );
  }
  if (file === undefined) {
    return Promise.all(
      [first, ...others].map(async (one) => ({ path: await locate(one.path, path), file: one })),
    );
  }
  if (others.length === 0) return [{ path: file, file: first }];
  throw usageError(`${path} names several files: leave out FILE to check them all`);
}

/** Where the receipt says, else beside the receipt: both may have been moved together. */
async function locate(file: string, receipt: string): Promise<string> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  return isThere || isAbsolute(file) ? file : join(dirname(receipt), file);
}

async function checkLive(session: Session, receipt: Receipt): Promise<Check[]> {
  requireSameAddress(session, receipt);
  const range = { from: receipt.from, to: receipt.to };
  const { rows, days } = await readAgain(session, receipt, range);
  const all = checkRows(range, receipt.rows, rows);
  return days === undefined ? [all] : [...checkSums(receipt, days), all];
}

function requireSameAddress(session: Session, receipt: Receipt): void {
  const address = addressOf(session);
  if (address === receipt.address) return;
  throw usageError(
    `the receipt is of ${receipt.address}, and the address now is ${address}`,
    'give the --profile or --base-url that it was made with',
  );
}

interface ReadAgain {
  readonly rows: number;
  /** Undefined where the receipt has no sums to compare with. */
  readonly days: readonly DaySum[] | undefined;
}

async function readAgain(session: Session, receipt: Receipt, range: DayRange): Promise<ReadAgain> {
  const sums = createSumsOf(receipt);
  const days: DaySum[] = [];
  let rows = 0;
  session.progress.start(`reading ${describeRange(range)} again`);
  await readRange(range, {
    source: openSource(session, receipt.parameters),
    filter: createFilter(receipt.where.map(parseCondition)),
    truncate: true,
    steps: [
      {
        add: (page) => sums?.add(page),
        commit: () => {
          days.push(...(sums?.take() ?? []));
        },
        rollback: () => {
          sums?.take();
        },
      },
    ],
    onWindow: (window) => {
      rows += window.rows;
    },
  });
  session.progress.stop();
  const fault = sums?.fault();
  if (fault !== undefined)
    throw new CostctlError('incomplete', `the days cannot be summed: ${fault}`);
  return { rows, days: sums === undefined ? undefined : days };
}

/** Sums by the columns that the receipt names. */
function createSumsOf({ windows, ...columns }: Receipt): DaySums | undefined {
  const { dateColumn: date, amountColumn: amount, currencyColumn } = columns;
  const hasSums = windows.every((window) => window.sums !== undefined);
  if (!hasSums || date === null || amount === null) return undefined;
  return createDaySums({ date, amount, currency: currencyColumn ?? undefined });
}
