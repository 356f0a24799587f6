/** The columns given by options and the profile. The currency `none`: amounts have no currency. */
export interface GivenColumns {
  readonly date?: string | undefined;
  readonly amount?: string | undefined;
  readonly currency?: string | undefined;
}

/** The same as options, settings, receipts and manifests name them; null is like undefined. */
interface NamedColumns {
  readonly dateColumn?: string | null | undefined;
  readonly amountColumn?: string | null | undefined;
  readonly currencyColumn?: string | null | undefined;
}

export function namedColumns({ dateColumn, amountColumn, currencyColumn }: NamedColumns) {
  return {
    date: dateColumn ?? undefined,
    amount: amountColumn ?? undefined,
    currency: currencyColumn ?? undefined,
  };
}

/** The first columns, and what they leave open from the others. */
export function fillColumns(first: GivenColumns, others: GivenColumns): GivenColumns {
  return {
    date: first.date ?? others.date,
    amount: first.amount ?? others.amount,
    currency: first.currency ?? others.currency,
  };
}

export type Role = 'date' | 'amount' | 'currency';

export const roles = ['date', 'amount', 'currency'] as const;

export interface ColumnChoice {
  readonly column?: string | undefined;
  readonly how: 'given' | 'found' | 'none' | 'unclear';
  readonly candidates: readonly string[];
}

export type FoundColumns = Readonly<Record<Role, ColumnChoice>>;

/** What the values of one column are, counted over rows. */
export interface Evidence {
  readonly column: string;
  /** Rows with a value that is neither null nor blank. */
  values: number;
  /** Values that are a day of the ranges, or the first moment of such a day. */
  days: number;
  /** Values that are any day or moment. */
  moments: number;
  numbers: number;
  texts: number;
  /** Three capital letters. */
  codes: number;
  /** Currencies that exist, in whatever case. */
  currencies: number;
}

/**
 * Chooses the date, amount and currency columns: by name first, by values second. What remains
 * unclear is left to the caller, with the candidates.
 *
 * A column with an exact name is chosen whatever its values are. A column with a less exact name
 * needs at least one value that fits. More rows can add candidates by name but never remove one, so
 * no single odd value makes another column take its place.
 */
export function detectColumns(
  evidence: readonly Evidence[],
  rows: number,
  given: GivenColumns,
): FoundColumns {
  return {
    date: chooseColumn('date', evidence, rows, given),
    amount: chooseColumn('amount', evidence, rows, given),
    currency: chooseColumn('currency', evidence, rows, given),
  };
}

export function chooseColumn(
  role: Role,
  evidence: readonly Evidence[],
  rows: number,
  given: GivenColumns,
): ColumnChoice {
  const stated = given[role];
  if (role === 'currency' && stated === 'none') return { how: 'none', candidates: [] };
  if (stated !== undefined) return { column: stated, how: 'given', candidates: [] };
  return chooseByName(role, evidence, rows) ?? chooseByValues(role, evidence, rows);
}

/** `cost_center` and `chargeId` name what a cost belongs to: their numbers are no amounts. */
export function isLabelName(column: string): boolean {
  return /cent(er|re)|(^|[._/: -])(id|code|key)$/i.test(column) || /(I[dD]|Code|Key)$/.test(column);
}

/** How exact a name is for a role: 0 for an exact one. Undefined if it says nothing. */
export function rankName(role: Role, column: string): number | undefined {
  if (role === 'amount' && isLabelName(column)) return undefined;
  const name = column.toLowerCase();
  const rank = rules[role].names.findIndex((form) => form.test(name));
  return rank < 0 ? undefined : rank;
}

/** Whether the name of a column can decide that it is chosen. Of other columns only the values can matter. */
export function isTelling(column: string, given: GivenColumns): boolean {
  return roles.some((role) =>
    given[role] === undefined ? rankName(role, column) !== undefined : given[role] === column,
  );
}

/** Whether columns whose names say nothing cannot change the choice, also with more rows: no value is needed. */
export function isChosenByName(
  role: Role,
  evidence: readonly Evidence[],
  rows: number,
  given: GivenColumns,
): boolean {
  if (given[role] !== undefined) return true;
  const { named, best } = rankColumns(role, evidence);
  const [first] = named.filter(({ rank }) => rank === best);
  if (first === undefined) return false;
  // Only a named column that lacks values can be outweighed. A rival for the date needs a day in every row.
  // A rival for the currency needs one in half of the rows, and later rows may lack the named one.
  return best === 0 || role === 'amount' || (role === 'date' && first.one.values === rows);
}

/** One line for people: `date column usageDate, amount column cost, no currency column`. */
export function describeColumns(found: FoundColumns): string {
  return roles
    .map((role) => {
      const { column, candidates, how } = found[role];
      if (column !== undefined) return `${role} column ${column}`;
      if (how === 'none') return `no ${role} column`;
      return `${role} column unclear (${candidates.join(', ')}; choose with --${role}-column)`;
    })
    .join(', ');
}

/** Whether a person could have chosen otherwise. */
export function hadChoice(found: FoundColumns): boolean {
  return roles.some((role) => found[role].candidates.length > 1);
}

interface Rule {
  /** From the most exact name to the least. */
  readonly names: readonly RegExp[];
  /** Whether the values allow a column with a less exact name to be chosen. */
  readonly fits: (evidence: Evidence) => boolean;
  /** Whether the values alone leave no doubt. */
  readonly isCertain: (evidence: Evidence, rows: number) => boolean;
  /** Whether the values alone make it possible. */
  readonly isPossible: (evidence: Evidence) => boolean;
}

const rules: Readonly<Record<Role, Rule>> = {
  date: {
    names: [/^(date|day)$/, /^(usage|charge|cost|billing)_?(date|day)$/, /date|day/],
    fits: ({ days }) => days > 0,
    // A column with dates in only some rows is about an event of those rows.
    isCertain: ({ days, values }, rows) => days === values && values === rows,
    isPossible: () => false,
  },
  amount: {
    names: [
      /^(cost|amount)$/,
      /(^|[._])(cost|amount)s?$|(cost|amount)s?(_|$)/,
      /cost|amount/,
      /spend|charge|price|total/,
    ],
    fits: ({ numbers }) => numbers > 0,
    isCertain: () => false,
    isPossible: ({ numbers, values }) => numbers === values,
  },
  currency: {
    names: [/^currency(_?code)?$/, /currency/],
    // Numbers are rates, not currencies.
    fits: ({ texts }) => texts > 0,
    isCertain: ({ currencies, values }, rows) => currencies === values && 2 * values >= rows,
    isPossible: ({ codes, currencies, values }) => codes === values || 2 * currencies >= values,
  },
};

function chooseByName(
  role: Role,
  evidence: readonly Evidence[],
  rows: number,
): ColumnChoice | undefined {
  const { isCertain } = rules[role];
  const { named, best } = rankColumns(role, evidence);
  if (named.length === 0) return undefined;
  const [first, ...others] = named.filter(({ rank }) => rank === best);
  // A name that is not exact and lacks values does not outweigh a column whose values leave no doubt.
  const own = first?.one;
  const rivals = evidence.filter(
    (one) =>
      best > 0 && own !== undefined && own.values < rows && one !== own && isCertain(one, rows),
  );
  if (rivals.length > 0) {
    const tied = [...named.filter(({ rank }) => rank === best), ...rivals];
    return { how: 'unclear', candidates: [...new Set(tied.map(({ column }) => column))] };
  }
  if (first !== undefined && others.length === 0) {
    return { column: first.column, how: 'found', candidates: named.map(({ column }) => column) };
  }
  const tied = named.filter(({ rank }) => rank === best).map(({ column }) => column);
  return { how: 'unclear', candidates: tied };
}

/** The columns whose names fit, and the rank of the most exact ones. */
function rankColumns(role: Role, evidence: readonly Evidence[]) {
  const named = evidence.flatMap((one) => {
    const rank = rankName(role, one.column);
    const isFit = rank !== undefined && (rank === 0 || rules[role].fits(one));
    return isFit ? [{ one, column: one.column, rank }] : [];
  });
  return { named, best: Math.min(...named.map(({ rank }) => rank)) };
}

/** Of several columns that are possible, only one that is certain is chosen. */
function chooseByValues(role: Role, evidence: readonly Evidence[], rows: number): ColumnChoice {
  const { isCertain, isPossible } = rules[role];
  const filled = evidence.filter(({ values }) => values > 0);
  const certain = filled.filter((one) => isCertain(one, rows));
  const possible = filled.filter((one) => isCertain(one, rows) || isPossible(one));
  const candidates = possible.map(({ column }) => column);
  const [only, ...others] = certain;
  if (only !== undefined && others.length === 0) {
    return { column: only.column, how: 'found', candidates };
  }
  return { how: candidates.length === 0 ? 'none' : 'unclear', candidates };
}
