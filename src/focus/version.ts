import { CostctlError } from '../errors.ts';
import type { Rule } from './rule.ts';
import { type FocusVersion, focusVersions, loadRules, versions } from './version-rules.ts';

export const exportedVersions = focusVersions.filter((one) => versions[one].isExported);

export type FocusType = 'String' | 'Decimal' | 'Date/Time' | 'JSON';

/** A column of FOCUS, as its rules describe it. */
export interface FocusColumn {
  readonly name: string;
  readonly type: FocusType;
  /** Whether its JSON objects may have no object or array in them. */
  readonly isFlat?: boolean | undefined;
  /** Whether every data set has it. */
  readonly isMandatory: boolean;
  readonly isNullable: boolean;
  /** The values that it may have; undefined if all are valid. */
  readonly allowed: ReadonlySet<string> | undefined;
}

export interface Focus {
  readonly version: FocusVersion;
  /** The version, and the data set unless it is Cost and Usage. */
  readonly title: string;
  readonly isCosts: boolean;
  readonly rules: readonly Rule[];
  /** Rules that a file alone cannot prove; undefined if no model names them. */
  readonly beyondFile: readonly string[] | undefined;
  /** In the order of the specification. */
  readonly columns: readonly FocusColumn[];
}

export async function loadFocus(version: FocusVersion): Promise<Focus> {
  const [costs] = await loadDataSets(version);
  return costs;
}

export async function loadAllFocus(
  versions: readonly FocusVersion[] = focusVersions,
): Promise<readonly Focus[]> {
  return (await Promise.all(versions.map(loadDataSets))).flat();
}

/** Cost and Usage, then the others. */
async function loadDataSets(version: FocusVersion): Promise<readonly [Focus, ...Focus[]]> {
  const { rules, beyondFile, dataSets } = await loadRules(version);
  const title = `FOCUS ${version}`;
  const columns = columnsOf(rules);
  const others = dataSets.map(
    ({ name, rules: own }): Focus => ({
      version,
      title: `${title} ${name}`,
      isCosts: false,
      rules: own,
      beyondFile: undefined,
      columns: columnsOf(own),
    }),
  );
  return [{ version, title, isCosts: true, rules, beyondFile, columns }, ...others];
}

/**
 * The first of the data sets with the fewest faults: FOCUS columns of the file that the data set lacks, and
 * mandatory columns that the file lacks. It is Cost and Usage unless a column belongs to another one only:
 * the others are so small that any file lacks few of their columns.
 */
export function recognizeFocus(all: readonly Focus[], names: readonly string[]): Focus {
  const own = new Set(names);
  if (own.has('ContractCommitmentId') && !own.has('BilledCost')) {
    throw new CostctlError('invalid_data', 'it has contract commitments, which cannot be judged', {
      hint: 'known data sets: Cost and Usage; of FOCUS 1.4 also Invoice Detail and Billing Period',
    });
  }
  const known = new Set(all.flatMap(({ columns }) => columns.map(({ name }) => name)));
  const focused = names.filter((name) => known.has(name));
  const costs = all.filter(({ isCosts }) => isCosts);
  const ofCosts = new Set(costs.flatMap(({ columns }) => columns.map(({ name }) => name)));
  const choices = focused.every((name) => ofCosts.has(name)) ? costs : all;
  const judged = choices.map((focus) => {
    const columns = new Set(focus.columns.map(({ name }) => name));
    const foreign = focused.filter((name) => !columns.has(name)).length;
    const lacking = focus.columns.filter(({ name, isMandatory }) => isMandatory && !own.has(name));
    return { focus, faults: foreign + lacking.length };
  });
  const least = Math.min(...judged.map(({ faults }) => faults));
  const found = judged.find(({ faults }) => faults === least);
  if (found === undefined) throw new Error('there is no version to choose from');
  return found.focus;
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
      isFlat: own.some(({ check }) => check.kind === 'key-value pairs'),
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
