import { parseFocusRules, type Rule } from './rule.ts';

export const focusVersions = ['1.2', '1.3'] as const;

export type FocusVersion = (typeof focusVersions)[number];

export type FocusType = 'String' | 'Decimal' | 'Date/Time' | 'JSON';

/** A column of FOCUS, as its rules describe it. */
export interface FocusColumn {
  readonly name: string;
  readonly type: FocusType;
  /** Every data set has it. */
  readonly isMandatory: boolean;
  readonly isNullable: boolean;
  /** The values that it may have; undefined if all are valid. */
  readonly allowed: ReadonlySet<string> | undefined;
}

export interface Focus {
  readonly version: FocusVersion;
  readonly rules: readonly Rule[];
  /** Rules that a file alone cannot prove. */
  readonly beyondFile: readonly string[];
  /** In the order of the specification. */
  readonly columns: readonly FocusColumn[];
}

export async function loadFocus(version: FocusVersion): Promise<Focus> {
  const data = version === '1.2' ? await import('./rules-1-2.ts') : await import('./rules-1-3.ts');
  const rules = parseFocusRules(data.rules);
  return {
    version,
    rules,
    beyondFile: data.beyondFile.trim().split(/\s+/),
    columns: columnsOf(rules),
  };
}

/** The specification lists its columns by name. */
function columnsOf(rules: readonly Rule[]): readonly FocusColumn[] {
  const names = [...new Set(rules.map(({ column }) => column))].filter((name) => name !== '*');
  return names.sort().map((name) => {
    const own = rules.filter(({ column }) => column === name);
    const always = own.filter((rule) => isForAll(rule) && rule.severity === 'must');
    const list = own.find(({ check }) => check.kind === 'one of')?.check;
    return {
      name,
      type: typeOf(own),
      isMandatory: always.some(({ check }) => check.kind === 'present'),
      isNullable: !always.some(({ check }) => check.kind === 'not null'),
      allowed: list?.kind === 'one of' ? new Set(list.values) : undefined,
    };
  });
}

function isForAll({ conditions, abilities }: Rule): boolean {
  return conditions.length === 0 && abilities.length === 0;
}

function typeOf(rules: readonly Rule[]): FocusType {
  const kinds = new Set(rules.map(({ check }) => check.kind));
  if (kinds.has('key-value pairs') || kinds.has('JSON object')) return 'JSON';
  if (kinds.has('type Decimal')) return 'Decimal';
  return kinds.has('type Date/Time') ? 'Date/Time' : 'String';
}
