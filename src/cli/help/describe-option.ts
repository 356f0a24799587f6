import type { Kind as ValueKind } from '../../declaration/kind.ts';
import { flagOf, kebabCase } from '../../declaration/line.ts';
import type { Option } from '../../declaration/option.ts';
import type { Kind, OptionNode } from './tree.ts';

/** The names of an option on a line: a switch with a `--no-…` form is two. */
export function describeOption(key: string, option: Option): OptionNode[] {
  const { kind, short, negative, onlyNegative, hidden, heading = '', required } = option;
  const { description, repeatable } = option;
  const facts = { heading, ...(hidden === true ? { hidden } : {}) };
  const positive: OptionNode = {
    ...(short === undefined ? {} : { short }),
    long: flagOf(key),
    ...(kind === undefined ? {} : { value: kind.placeholder, completes: completionOf(kind) }),
    ...(required === true && repeatable !== true ? { required } : {}),
    description,
    ...facts,
  };
  const no = { long: `--no-${kebabCase(key)}`, ...facts };
  if (onlyNegative === true) return [{ ...no, description }];
  return negative === undefined ? [positive] : [positive, { ...no, description: negative }];
}

export function completionOf(kind: ValueKind<unknown>): Kind {
  const { choices, suggestions, isList, offers, noun, file } = kind;
  const words = choices ?? suggestions;
  if (words !== undefined) return { words, ...(isList && { isList }) };
  const live = offers ?? noun;
  if (live !== undefined) return { live };
  return file === undefined ? 'text' : 'file';
}
