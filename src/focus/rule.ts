import { subcategories } from './allowed-values.ts';

/** One requirement of FOCUS, stated by a line of `rules-1-2.ts` or of a difference from it. */
export interface Rule {
  readonly id: string;
  readonly severity: 'must' | 'should';
  /** The column that the rule is about; `*`: all columns. */
  readonly column: string;
  readonly check: Check;
  /** The rule applies if all conditions of one of these lists are true; empty: always. */
  readonly conditions: readonly (readonly Condition[])[];
  /** The rule applies to providers with all of these abilities; empty: to every provider. */
  readonly abilities: readonly string[];
}

/** What a version has in place of the rules of its base. */
export interface Difference {
  /** What ids begin with from here on, except those of attributes, which all data sets share. */
  readonly prefix?: string;
  readonly withoutColumns?: readonly string[];
  /** Ids of rules that are gone. */
  readonly without?: readonly string[];
  /** A rule with a known id takes the place of that rule; the others are added. */
  readonly rules: string;
  /** Ids of rules that a file alone cannot prove, if they are known. */
  readonly beyondFile?: string;
  /** The data sets beside Cost and Usage. */
  readonly dataSets?: readonly DataSet[];
}

export interface DataSet {
  readonly name: string;
  /** What the ids of its presence rules begin with; those of its columns begin with the part before `-`. */
  readonly prefix: string;
  /**
   * One column per line: the number of the rule that requires it (`-`: no known ability requires it), its
   * rules, and the ability that requires it.
   */
  readonly columns: string;
}

export type Check =
  | { readonly kind: PlainCheck }
  | { readonly kind: 'one of'; readonly values: readonly string[] }
  | { readonly kind: 'not'; readonly value: string }
  | { readonly kind: 'no placeholder'; readonly values: readonly string[] }
  | { readonly kind: 'one per value' | 'unique within'; readonly other: string }
  | { readonly kind: '=' | '>='; readonly other: string }
  | { readonly kind: 'product'; readonly factors: readonly [string, string]; readonly of: string };

const plainChecks = [
  'present',
  'null',
  'not null',
  'type String',
  'type Decimal',
  'type Date/Time',
  'text',
  'number',
  'finite',
  'at least 0',
  'date and time',
  'currency',
  'national currency',
  'unit',
  'key-value pairs',
  'JSON object',
  'Pascal case keys',
  'within ServiceCategory',
  'not blank',
  'at most 50 characters',
  'custom columns begin with x_',
  'FOCUS columns first',
] as const;

/** Checks that compare with another column. */
const others = ['unique within', '=', '>='] as const;

export type PlainCheck = (typeof plainChecks)[number];

export interface Condition {
  readonly column: string;
  readonly kind: 'is' | 'is not';
  /** Undefined: null. */
  readonly values: readonly string[] | undefined;
}

export function parseFocusRules(text: string): readonly Rule[] {
  const lines = text.trim().split('\n');
  return lines.flatMap((line) => expandColumn(line)).map(parseLine);
}

/**
 * A line such as `InvoiceId: type String; -; not null` has the rules of a column in the order of their
 * numbers, perhaps with what their ids begin with before it (`CAU-`); `-` takes the number of a rule that a file
 * cannot prove. Any other line is one rule.
 */
export function expandColumn(line: string): readonly string[] {
  const [, prefix = '', name, checks = ''] = /^([A-Z]+-)?(\w+): (.+)$/.exec(line) ?? [];
  if (name === undefined) return [line];
  return checks.split('; ').flatMap((text, place) => {
    const [, advice, check, condition] = /^(should )?(.+?)(?: if (.+))?$/.exec(text) ?? [];
    if (check === '-') return [];
    const status = condition === undefined ? (advice === undefined ? 'M' : 'O') : 'C';
    const number = String(place + 1).padStart(3, '0');
    const id = `${prefix}${name}-C-${number}-${status}`;
    const when = condition === undefined ? '' : ` | if ${condition}`;
    return [`${id} | ${advice === undefined ? 'must' : 'should'} | ${name} | ${check}${when}`];
  });
}

function parseLine(line: string): Rule {
  const [id = '', severity, column = '', check = '', ...others] = line.split(' | ');
  const after = (word: string) =>
    others.find((part) => part.startsWith(`${word} `))?.slice(word.length + 1);
  const condition = after('if');
  return {
    id,
    severity: severity === 'must' ? 'must' : 'should',
    column,
    check: parseCheck(check),
    conditions:
      condition === undefined
        ? []
        : condition.split(' or ').map((part) => part.split(' and ').map(parseCondition)),
    abilities: after('for')?.split(',') ?? [],
  };
}

function parseCheck(text: string): Check {
  const plain = plainChecks.find((one) => one === text);
  if (plain !== undefined) return { kind: plain };
  const list = /^one of (.+)$/.exec(text)?.[1];
  if (list !== undefined) return { kind: 'one of', values: valuesOf(list) };
  const placeholders = /^no placeholder (.+)$/.exec(text)?.[1];
  if (placeholders !== undefined) {
    return { kind: 'no placeholder', values: placeholders.split(', ') };
  }
  const [, left = '', right = '', of] = /^(\w+) \* (\w+) = (\w+)$/.exec(text) ?? [];
  if (of !== undefined) return { kind: 'product', factors: [left, right], of };
  const [, word, other] = /^(one|unique within|=|>=) (\w+)$/.exec(text) ?? [];
  const kind = others.find((one) => one === word) ?? 'one per value';
  if (other !== undefined) return { kind, other };
  const value = /^not (.+)$/.exec(text)?.[1];
  if (value !== undefined) return { kind: 'not', value };
  throw new Error(`a rule has the unknown check '${text}'`);
}

function valuesOf(list: string): readonly string[] {
  if (list === '@services') return [...subcategories.keys()];
  if (list === '@subcategories') return [...subcategories.values()].flat();
  return list.split(', ');
}

function parseCondition(text: string): Condition {
  const [, column = '', sign, list = ''] = /^(\w+) (=|!=|is not|is) (.+)$/.exec(text) ?? [];
  if (sign === undefined) throw new Error(`a rule has the unknown condition '${text}'`);
  return {
    column,
    kind: sign === '=' || sign === 'is' ? 'is' : 'is not',
    values: sign === '=' || sign === '!=' ? list.split(', ') : undefined,
  };
}
