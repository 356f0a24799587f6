import { type DataSet, type Difference, expandColumn, parseFocusRules, type Rule } from './rule.ts';

export interface VersionRules {
  readonly rules: readonly Rule[];
  /** Ids of rules that a file alone cannot prove; undefined if no model names them. */
  readonly beyondFile: readonly string[] | undefined;
  readonly dataSets: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

interface VersionFacts {
  /** Whether rows can be exported in this version. Files are checked against every version. */
  readonly isExported: boolean;
  /** Whether its metadata describe each file as an instance of a data set. */
  readonly hasInstances: boolean;
  /** The version that its rules are a difference from. One version has none: its rules are complete. */
  readonly base?: string;
  readonly load: () => Promise<
    Required<Pick<Difference, 'rules' | 'beyondFile'>> | { readonly difference: Difference }
  >;
}

/** The versions of FOCUS, in their order: a new one is an entry here, and a file of what it changed. */
export const versions = {
  '1.0': {
    isExported: false,
    hasInstances: false,
    base: '1.1',
    load: () => import('./rules-1-0.ts'),
  },
  '1.1': {
    isExported: false,
    hasInstances: false,
    base: '1.2',
    load: () => import('./rules-1-1.ts'),
  },
  '1.2': { isExported: true, hasInstances: false, load: () => import('./rules-1-2.ts') },
  '1.3': {
    isExported: true,
    hasInstances: true,
    base: '1.2',
    load: () => import('./rules-1-3.ts'),
  },
  '1.4': {
    isExported: true,
    hasInstances: true,
    base: '1.3',
    load: () => import('./rules-1-4.ts'),
  },
} as const satisfies Readonly<Record<string, VersionFacts>>;

export type FocusVersion = keyof typeof versions;

export const focusVersions = Object.keys(versions) as readonly FocusVersion[];

export async function loadRules(version: FocusVersion): Promise<VersionRules> {
  const facts = versions[version];
  if (!('base' in facts)) {
    const { rules, beyondFile } = await facts.load();
    return { rules: parseFocusRules(rules), beyondFile: wordsOf(beyondFile), dataSets: [] };
  }
  const { difference } = await facts.load();
  const base = await loadRules(facts.base);
  const { prefix = '', withoutColumns = [], without = [] } = difference;
  const rename = (id: string) => (/-A-\d/.test(id) ? id : `${prefix}${id}`);
  const own = new Map(parseFocusRules(difference.rules).map((rule) => [rule.id, rule]));
  const kept = base.rules
    .map((rule) => ({ ...rule, id: rename(rule.id) }))
    .filter(({ id }) => !without.includes(id))
    .filter(({ column }) => !withoutColumns.includes(column))
    .map((rule) => {
      const changed = own.get(rule.id) ?? rule;
      own.delete(rule.id);
      return changed;
    });
  const beyondFile = difference.beyondFile === undefined ? undefined : base.beyondFile;
  return {
    rules: [...kept, ...own.values()],
    beyondFile: beyondFile && [
      ...beyondFile.map(rename).filter((id) => !without.includes(id)),
      ...wordsOf(difference.beyondFile ?? ''),
    ],
    dataSets:
      difference.dataSets?.map((one) => ({
        name: one.name,
        rules: [...rulesOf(one), ...kept.filter(({ column }) => column === '*')],
      })) ?? base.dataSets,
  };
}

function rulesOf({ prefix, columns }: DataSet): readonly Rule[] {
  const lines = columns
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [presence, column = '', ability] = line.split(' | ');
      const who = ability === undefined ? '' : ` | for ${ability}`;
      const first = `${prefix}-${presence} | must | ${column.split(':')[0]} | present${who}`;
      const own = expandColumn(`${prefix.replace(/-.*/, '-')}${column}`);
      return presence === '-' ? own : [first, ...own];
    });
  return parseFocusRules(lines.join('\n'));
}

function wordsOf(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
