import { lacksZone } from './convert-value.ts';
import { likelyNames, likelyValues } from './likely-names.ts';
import type { Focus, FocusColumn } from './version.ts';

/** A column of the service, and what its first rows have. */
export interface FoundColumn {
  readonly name: string;
  /** Whether it is inside another column. */
  readonly isInside: boolean;
  /** A few of its different values. */
  readonly values: readonly string[];
  readonly hasMore: boolean;
}

export interface InitFacts {
  readonly columns: readonly FoundColumn[];
  readonly date: string | undefined;
  readonly amount: string | undefined;
  readonly currency: string | undefined;
}

interface Source {
  /** What follows the name of the FOCUS column in the map. */
  readonly source: string;
  /** The column of the service in it. */
  readonly from: string;
}

interface Entry extends Source {
  readonly column: FocusColumn;
}

/** What is certain as it is, what is only likely as comments, then the FOCUS columns without a source. */
export function writeMap(focus: Focus, facts: InitFacts): string {
  const sure: Entry[] = [];
  const likely: Entry[] = [];
  const open: FocusColumn[] = [];
  for (const column of focus.columns) {
    const certain = certainSource(column, facts);
    const proposal = certain ?? proposedSource(column, facts);
    if (certain !== undefined) sure.push({ column, ...certain });
    else if (proposal !== undefined) likely.push({ column, ...proposal });
    else open.push(column);
  }
  const isUsed = (name: string) =>
    [...sure, ...likely].some(({ from }) => from === name || from.startsWith(`${name}.`));
  const own = facts.columns.filter(({ isInside }) => !isInside);
  const unused = own.map(({ name }) => name).filter((name) => !isUsed(name));
  // A column of another version's file has its x_ already.
  const customName = (name: string) =>
    name.startsWith('x_') && !unused.includes(name.slice(2)) ? name : `x_${name}`;
  return [
    `# Where the columns of FOCUS ${focus.version} come from. Each is one of:`,
    '#   NAME: column                        a column of the service; a path such as tags.team too',
    '#   NAME: {value: text}                 the same in every row',
    '#   NAME: null                          no value, if FOCUS allows it',
    '#   NAME: {column: c, table: {a: b}}    b if the column has a; otherwise: for all other values',
    '#   NAME: {start-of-day: c}             also end-of-day, start-of-month, end-of-month',
    '#   NAME: {column: c, or: d}            d if c has no value',
    '#   NAME: {column: c, zone: UTC}        times without a zone, which are in UTC',
    '# where: "column=value" next to any of these leaves the other rows without a value.',
    '# A name that begins with x_ is a column of your own.',
    '',
    '# Certain: a column of this name or role.',
    ...sure.map(({ column, source }) => `${column.name}: ${source}  # ${describe(column)}`),
    '',
    '# Likely: remove the # of what is right, and correct the rest.',
    ...likely.flatMap(({ column, source }) => [
      `# ${describeSource(column, source)}`,
      ...allowedLine(column),
    ]),
    '',
    '# Mandatory, and no source was found.',
    ...open
      .filter(({ isMandatory }) => isMandatory)
      .flatMap((column) => [
        `# ${column.name}: ${column.isNullable ? 'null' : '{value: }'}  # ${describe(column)}`,
        ...allowedLine(column),
      ]),
    '',
    '# Not mandatory for every provider, and no source was found.',
    ...open
      .filter(({ isMandatory }) => !isMandatory)
      .flatMap((column) => [`# ${column.name}:  # ${describe(column)}`, ...allowedLine(column)]),
    '',
    ...(unused.length === 0
      ? []
      : [
          '# Columns of the service that no FOCUS column uses.',
          ...unused.map((name) => `# ${quoteText(customName(name))}: ${quoteText(name)}`),
          '',
        ]),
    '# metadata:',
    '#   DataGenerator: costctl',
    '#   ProviderTagPrefixes: [aws:]',
    '',
  ].join('\n');
}

/** A table has a line for each value, so that it can be filled in. */
function describeSource(column: FocusColumn, source: string): string {
  const [first = '', ...others] = source.split('\n');
  const start = `${column.name}:${first === '' ? '' : ` ${first}`}  # ${describe(column)}`;
  return [start, ...others.map((line) => `# ${line}`)].join('\n');
}

function describe({ type, isMandatory, isNullable }: FocusColumn): string {
  return `${type}, ${isMandatory ? 'mandatory' : 'optional'}${isNullable ? '' : ', never null'}`;
}

function allowedLine({ allowed }: FocusColumn): readonly string[] {
  return allowed === undefined || allowed.size > 20
    ? []
    : // It stays a comment if the # before it is removed.
      [`#   # allowed: ${[...allowed].join(', ')}`];
}

/** A column of the same name, however it is written, or the one that was found to have the role. */
function certainSource(column: FocusColumn, { columns, date, amount, currency }: InitFacts) {
  const same = columns.find((one) => isNamed(one, plain(column.name), column));
  if (same !== undefined && fitsColumn(same, column)) return copyOf(same.name);
  const moment = momentsOf.get(column.name);
  // A column that has hours too says more than one that has only the day.
  if (moment !== undefined && likelyColumn(column, columns) !== undefined) return undefined;
  if (moment !== undefined && date !== undefined) {
    return { source: `{${moment}: ${quoteText(date)}}`, from: date };
  }
  if (column.name === 'BilledCost' && amount !== undefined) return copyOf(amount);
  if (column.name === 'BillingCurrency' && currency !== undefined) return copyOf(currency);
  return undefined;
}

function copyOf(name: string): Source {
  return { source: quoteText(name), from: name };
}

function fitsColumn(found: FoundColumn, column: FocusColumn): boolean {
  const { values, hasMore } = found;
  const { allowed } = column;
  if (hasNoZones(found, column) || (values.length === 0 && !column.isNullable)) return false;
  return allowed === undefined || (!hasMore && values.every((one) => allowed.has(one)));
}

function hasNoZones({ values }: FoundColumn, { type }: FocusColumn): boolean {
  return type === 'Date/Time' && values.some(lacksZone);
}

function likelyColumn(column: FocusColumn, columns: readonly FoundColumn[]) {
  return [plain(column.name), ...(likelyNames.get(column.name) ?? [])]
    .map((name) => columns.find((one) => one.values.length > 0 && isNamed(one, name, column)))
    .find((one) => one !== undefined);
}

/** Whether a column has the wanted name, and can be the source: an object can only be the source of JSON. */
function isNamed({ name, values }: FoundColumn, wanted: string, { type }: FocusColumn): boolean {
  return plain(name) === wanted && (type === 'JSON' || !values.some((one) => one.startsWith('{')));
}

function proposedSource(column: FocusColumn, facts: InitFacts): Source | undefined {
  const found = likelyColumn(column, facts.columns);
  const costs = ['EffectiveCost', 'ListCost', 'ContractedCost'];
  if (found === undefined) {
    const isCost = costs.includes(column.name) && facts.amount !== undefined;
    return isCost ? copyOf(facts.amount) : undefined;
  }
  const { allowed } = column;
  const from = found.name;
  if (hasNoZones(found, column)) return { source: `{column: ${quoteText(from)}, zone: UTC}`, from };
  if (allowed === undefined) return copyOf(from);
  const table = found.values.map((value) => {
    const usual = likelyValues.get(plain(value));
    const isMeant = (one: string) => plain(one) === plain(value) || one === usual;
    const meant = [...allowed].find(isMeant) ?? '?';
    return `    ${quoteText(value)}: ${quoteText(meant)}`;
  });
  return { source: ['', `  column: ${quoteText(from)}`, '  table:', ...table].join('\n'), from };
}

const momentsOf = new Map([
  ['ChargePeriodStart', 'start-of-day'],
  ['ChargePeriodEnd', 'end-of-day'],
  ['BillingPeriodStart', 'start-of-month'],
  ['BillingPeriodEnd', 'end-of-month'],
]);

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** A text, quoted if YAML could read it as another value, also inside braces. */
function quoteText(text: string): string {
  const isPlain = /^[A-Za-z][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./()-]+)*$/.test(text);
  const isWord = /^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain && !isWord ? text : JSON.stringify(text);
}
