import { type DayRange, isEmpty, joinDays, monthOf, monthRange, periodName } from './days.ts';
import { formatMoney, formatPercent } from './json/decimal.ts';

/** A figure in a text or a cell. How it is written depends on the reader's language, not on its kind. */
export type Figure =
  | { readonly kind: 'money' | 'change'; readonly value: string; readonly currency: string | null }
  /** What the amounts of a table or chart are in, after its name. */
  | { readonly kind: 'currency'; readonly currency: string | null }
  | { readonly kind: 'percent' | 'percentChange'; readonly value: string }
  /** A time is that of the service, in UTC. */
  | {
      readonly kind: 'number' | 'day' | 'month' | 'shortMonth' | 'year' | 'time';
      readonly value: string;
    }
  /** A value of the service. */
  | { readonly kind: 'name'; readonly value: string };

/** A sentence with figures in it. */
export type Phrase = readonly (string | Figure)[];

/** A sentence: the screen has it as plain text, and a document writes its figures as its readers do. */
export type Said = string | Phrase;

/** A template of a sentence, in which figures stay figures. */
export function say(texts: TemplateStringsArray, ...parts: readonly (Figure | Said)[]): Phrase {
  return texts.flatMap((text, place) => [text, ...partsOf(parts[place] ?? '')]).filter(isFilled);
}

/** The sentence as the screen has it. */
export function plain(said: Said): string {
  return partsOf(said).map(textOf).join('');
}

/** The sentence without secrets. */
export function maskPhrase(said: Said, mask: (text: string) => string): Phrase {
  return partsOf(said).map((part) => {
    if (typeof part === 'string') return mask(part);
    return part.kind === 'name' ? { ...part, value: mask(part.value) } : part;
  });
}

export function count(value: number): Figure {
  return { kind: 'number', value: String(value) };
}

export function day(value: string): Figure {
  return { kind: 'day', value };
}

/** A range of days; a single day by itself. */
export function sayRange({ from, to }: DayRange): Phrase {
  if (to < from) return say`the period from ${day(from)}`;
  return from === to ? [day(from)] : say`${day(from)} to ${day(to)}`;
}

/** A period as people name it. */
export function sayPeriod(range: DayRange): Phrase {
  const month = isEmpty(range) ? undefined : monthOf(range);
  if (month !== undefined) return [{ kind: 'month', value: month }];
  const [quarter, value] = /^(?:Q(\d) )?(\d{4})$/.exec(periodName(range))?.slice(1) ?? [];
  return value === undefined ? sayRange(range) : sayYear(value, quarter);
}

export function sayYear(value: string, quarter?: string): Phrase {
  const year: Figure = { kind: 'year', value };
  return quarter === undefined ? [year] : say`Q${{ kind: 'number', value: quarter }} ${year}`;
}

/** At most three stretches of days. */
export function sayDays(days: Iterable<string>): Phrase {
  return sayFirst(joinDays(days).map(sayRange), 3);
}

/** The first of some names, and how many more there are. */
export function sayFirst(names: readonly Said[], most: number, separator = ', '): Phrase {
  const shown = names
    .slice(0, most)
    .flatMap((name, place) => [place === 0 ? '' : separator, ...partsOf(name)])
    .filter(isFilled);
  return names.length > most ? [...shown, ...say` and ${count(names.length - most)} more`] : shown;
}

function partsOf(said: Figure | Said): Phrase {
  return typeof said === 'string' || 'kind' in said ? [said] : said;
}

function isFilled(part: string | Figure): boolean {
  return part !== '';
}

function textOf(part: string | Figure): string {
  if (typeof part === 'string') return part;
  switch (part.kind) {
    case 'money':
    case 'change':
      return `${formatMoney(part.value, part.currency)} ${part.currency ?? ''}`.trimEnd();
    case 'currency':
      return part.currency ?? '';
    case 'percent':
    case 'percentChange':
      return `${formatPercent(part.value)} %`;
    case 'month':
      return periodName(monthRange(part.value));
    default:
      return part.value;
  }
}
