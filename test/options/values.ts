import { addDays } from '../../src/costs/days.ts';

export type Values = Readonly<Record<string, unknown>>;

/** What of an option is not true any more. */
export type Change =
  | {
      readonly kind: 'ignored';
      readonly name: string;
      /** Of two that share a name, as --total and --no-total: which one. */
      readonly given?: boolean;
      /** What the command cannot be without: what is given instead, or nothing for a near value. */
      readonly instead?: Values;
    }
  /** One of the values that it may have is taken for another. */
  | { readonly kind: 'taken'; readonly name: string; readonly of: string; readonly to: string }
  /** Where it is not given, something else holds. */
  | { readonly kind: 'default'; readonly name: string; readonly to: string | number }
  | { readonly kind: 'variable'; readonly name: string }
  /** A word of the line is unknown, alone or behind another. */
  | { readonly kind: 'word'; readonly name: string; readonly behind?: string };

/** The values with the option lost, in the order in which to try them; none where it is not there. */
export function changesOf(change: Change, given: Values): readonly Values[] {
  if (change.kind === 'variable' || change.kind === 'word') return [];
  const { [change.name]: value, ...others } = given;
  const replace = (by: unknown) => ({ ...given, [change.name]: by });
  if (change.kind === 'default') return value === undefined ? [replace(change.to)] : [];
  if (value === undefined) return [];
  if (change.kind === 'taken') {
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (!texts.includes(change.of)) return [];
    const taken = texts.map((text) => (text === change.of ? change.to : text));
    return [replace(Array.isArray(value) ? taken : taken[0])];
  }
  if (typeof value === 'boolean' && change.given !== undefined && change.given !== value) return [];
  const near = nearOf(change.name, value).map(replace);
  if (change.instead !== undefined)
    return Object.keys(change.instead).length === 0 ? near : [{ ...others, ...change.instead }];
  return [others, ...near];
}

/** Values of the same form, near the one that was given. */
function nearOf(name: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value))
    return nearOf(name, value.at(-1)).map((other) => [...value.slice(0, -1), other]);
  if (typeof value !== 'string') return [];
  const step = name === 'to' ? 1 : -1;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return [addDays(value, step)];
  if (/^\d{4}-\d\d$/.test(value)) return [addDays(`${value}-15`, 30 * step).slice(0, 7)];
  if (/^\d+[dwm]$/.test(value)) return [`${Number.parseInt(value, 10) + 1}${value.slice(-1)}`];
  return [`${value}1`, `${value}x`];
}

/** The line without the word; undefined where it is not in it. */
export function loseWord(
  { name, behind }: { readonly name: string; readonly behind?: string },
  argv: readonly string[],
): readonly string[] | undefined {
  const isIt = (word: string, place: number) =>
    behind === undefined
      ? word === name || (/^-\w$/.test(name) && word.startsWith(name))
      : word === name &&
        argv
          .slice(0, place)
          .filter((one) => !one.startsWith('-'))
          .join(' ')
          .endsWith(behind);
  if (!argv.some(isIt)) return undefined;
  return argv.map((word, place) => (isIt(word, place) ? '--unknown' : word));
}
