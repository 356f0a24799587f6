import type { PlanOptions } from '../../config/plan.ts';
import type { Input } from '../../declaration/command.ts';
import { text } from '../../declaration/kind.ts';
import { flag, repeatedAs } from '../../declaration/option.ts';

const kinds = text('kind', { example: 'metrics' });

/** Several values, or one with commas. */
export function kindsOption(description: string) {
  return repeatedAs(
    kinds,
    (values) => values.flatMap((value) => value.split(',')).filter((name) => name !== ''),
    description,
  );
}

/** The options that determine a plan, in addition to the files. */
export const planOptions = {
  prune: kindsOption('delete items of this kind that the file does not list (repeatable)'),
  create: kindsOption('create items of a kind that the service cannot list: virtualTags'),
  resend: flag('send credentials and settings again, which the service does not return'),
};

export function planOptionsOf(input: Input<typeof planOptions>): PlanOptions {
  return {
    prune: [...new Set(input.prune ?? [])].sort(),
    create: [...new Set(input.create ?? [])].sort(),
    resend: input.resend === true,
  };
}
