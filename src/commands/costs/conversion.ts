import type { Command } from 'commander';
import * as z from 'zod/mini';
import { getRate } from '../../api/rates.ts';
import { getExchangeRatePolicy } from '../../api/workspaces.ts';
import type { Conversion, Rate, UsedRate } from '../../costs/analysis/convert.ts';
import { readRates } from '../../costs/analysis/rates-file.ts';
import { parseDay } from '../../costs/period.ts';
import { CostctlError, usageError } from '../../errors.ts';
import type { Session } from '../../session.ts';
import { readTextFile } from '../../storage/input.ts';

/** One currency for all amounts. */
export function conversionOptions(command: Command): Command {
  return command
    .option('--convert-to <currency>', "convert every amount at its day's exchange rate, exactly")
    .option('--rate-date <day>', "convert all amounts at this day's rates")
    .option(
      '--rates <file>',
      'rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date',
    );
}

export const conversionInput = {
  convertTo: z.optional(
    z
      .string()
      .check(z.refine((code) => /^[A-Z]{3}$/.test(code), 'must be three capital letters, as EUR')),
  ),
  rateDate: z.optional(z.string()),
  rates: z.optional(z.string()),
};

export interface ConversionInput {
  readonly convertTo?: string | undefined;
  readonly rateDate?: string | undefined;
  readonly rates?: string | undefined;
}

export async function chooseConversion(
  { http }: Session,
  { convertTo, rateDate, rates }: ConversionInput,
): Promise<Conversion | undefined> {
  if (convertTo === undefined) {
    if (rateDate === undefined && rates === undefined) return undefined;
    throw usageError(
      `${rateDate === undefined ? '--rates' : '--rate-date'} needs --convert-to`,
      'say into which currency: --convert-to EUR',
    );
  }
  return {
    target: convertTo,
    concurrency: http.concurrency,
    rateDate: rateDate === undefined ? undefined : parseDay(rateDate, '--rate-date'),
    find:
      rates === undefined
        ? (base, target, date) => askRate({ http }, base, target, date)
        : await readRates(rates, await readTextFile(rates)),
  };
}

async function askRate(
  { http }: Pick<Session, 'http'>,
  base: string,
  target: string,
  date: string,
): Promise<Rate | undefined> {
  try {
    const found = await getRate(http, base, target, date);
    requirePair(found, base, target);
    return {
      rate: typeof found.rate === 'number' ? String(found.rate) : found.rate.text,
      effectiveDate: found.effectiveDate ?? null,
      source: found.source ?? null,
    };
  } catch (error) {
    if (error instanceof CostctlError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** An answer for another pair, or the other way round, would turn every amount into a wrong one. */
function requirePair(
  found: { readonly baseCurrency?: unknown; readonly targetCurrency?: unknown },
  base: string,
  target: string,
): void {
  const { baseCurrency = base, targetCurrency = target } = found;
  const isSame = (baseCurrency ?? base) === base && (targetCurrency ?? target) === target;
  if (isSame) return;
  throw new CostctlError(
    'unexpected_response',
    `asked for the rate of ${base} to ${target}, the service sent that of ${baseCurrency} to ${targetCurrency}`,
  );
}

/** What a receipt says about rates: those used, and the workspace's policy where it can be read. */
export async function describeRates(
  session: Session,
  target: string,
  rates: readonly UsedRate[],
): Promise<Readonly<Record<string, unknown>>> {
  return { convertTo: target, rates, exchangeRatePolicy: await readPolicy(session) };
}

async function readPolicy({ http, settings, workspace }: Session): Promise<unknown> {
  if (settings.workspace.value === undefined && !settings.sandbox) return null;
  try {
    return await getExchangeRatePolicy(http, workspace());
  } catch (error) {
    const isRefused = error instanceof CostctlError && error.code !== 'interrupted';
    if (isRefused) return null;
    throw error;
  }
}
