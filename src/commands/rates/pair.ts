import { kind } from '../../declaration/kind.ts';
import { argument } from '../../declaration/option.ts';
import { CostctlError } from '../../errors.ts';

export interface Pair {
  readonly base: string;
  readonly target: string;
}

const currency = kind(
  'currency',
  (text) => {
    const value = text.toUpperCase();
    return /^[A-Z]{3}$/.test(value) ? { value } : { problem: 'must be three letters, such as EUR' };
  },
  { example: 'EUR' },
);

export const pairArguments = {
  base: argument(currency, 'currency to convert, such as USD'),
  target: argument(currency, 'currency to convert it to, such as EUR'),
};

/** The service has no rate for a day that has not begun: the error says that it is the day. */
export async function withDay<Result>(
  date: string | undefined,
  today: string,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    const isFuture = date !== undefined && date > today;
    if (!isFuture || !(error instanceof CostctlError) || error.code !== 'not_found') throw error;
    throw new CostctlError('not_found', `${date} is in the future: there is no rate yet`, {
      ...error.details,
      hint: `give a day up to ${today}`,
      cause: error,
    });
  }
}
