import type { Command } from 'commander';
import * as z from 'zod/mini';

export interface Pair {
  readonly base: string;
  readonly target: string;
}

export function pairArguments(command: Command): Command {
  return command
    .argument('<base>', 'currency to convert, such as USD')
    .argument('<target>', 'currency to convert it to, such as EUR');
}

const CurrencyCode = z
  .string()
  .check(z.refine((code) => /^[A-Z]{3}$/.test(code), 'must be three capital letters, as EUR'));

export const pairInput = { base: CurrencyCode, target: CurrencyCode };
