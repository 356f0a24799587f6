import { createHash } from 'node:crypto';
import type { RowPage } from '../json/bulk/rows.ts';
import { parseDecimal } from '../json/decimal.ts';
import { isNumber, type JsonValue } from '../json/number.ts';
import { jsonText } from '../json/stringify.ts';
import { leaves, rowObject } from '../rows/cost-page.ts';
import { dayIn } from '../rows/currency-and-day.ts';
import { cutText } from '../text.ts';

/** What one column has, over all rows. */
export interface ColumnFacts {
  /** Property path. */
  readonly column: string;
  /** One kind, or several if the values differ. */
  readonly kind: string;
  /** Rows that have a value other than null. */
  readonly rows: number;
  /** Different values, counted up to a limit. */
  readonly distinct: number;
  /** Whether there are more than were counted. */
  readonly more: boolean;
  readonly example: string;
}

/** Looks at every row. Its memory grows with the columns and not with the rows. */
export type Survey = ReturnType<typeof createSurvey>;

interface Evidence {
  rows: number;
  readonly kinds: Set<string>;
  /** What is held of each value, by the whole value or, of a long one, its hash. */
  readonly values: Map<string, string>;
}

type Columns = Map<string, Evidence>;

const mostValues = 1000;
const mostColumns = 5000;
const longestHeld = 200;

export function createSurvey() {
  const committed: Columns = new Map();
  let pending: Columns = new Map();
  let isCut = false;

  function evidenceOf(columns: Columns, column: string): Evidence | undefined {
    const known = columns.get(column);
    if (known !== undefined) return known;
    isCut ||= columns.size >= mostColumns;
    if (columns.size >= mostColumns) return undefined;
    const evidence: Evidence = { rows: 0, kinds: new Set(), values: new Map() };
    columns.set(column, evidence);
    return evidence;
  }

  return {
    add: (page: RowPage) => {
      for (let row = 0; row < page.count; row += 1) {
        for (const [column, value] of leaves(rowObject(page, row))) {
          const evidence = value === null ? undefined : evidenceOf(pending, column);
          if (evidence !== undefined) addEvidence(evidence, value);
        }
      }
    },
    /** What was added since the last commit counts. */
    commit: () => {
      for (const [column, { rows, kinds, values }] of pending) {
        const evidence = evidenceOf(committed, column);
        if (evidence === undefined) continue;
        evidence.rows += rows;
        for (const kind of kinds) evidence.kinds.add(kind);
        for (const [key, held] of values) hold(evidence, key, held);
      }
      pending = new Map();
    },
    /** What was added since the last commit does not count. */
    rollback: () => {
      pending = new Map();
    },
    /** Whether there were more columns than are counted. */
    isCut: () => isCut,
    /** The different values of a column that are held, in order. */
    valuesOf: (column: string) => [...(committed.get(column)?.values.values() ?? [])].sort(),
    facts: () =>
      [...committed].map(([column, { rows, kinds, values }]) => ({
        column,
        kind: [...kinds].sort().join(' or '),
        rows,
        distinct: Math.min(values.size, mostValues),
        more: values.size > mostValues,
        example: values.values().next().value ?? '',
      })),
  };
}

function addEvidence(evidence: Evidence, value: JsonValue): void {
  evidence.rows += 1;
  evidence.kinds.add(kindOf(value));
  if (evidence.values.size > mostValues) return;
  const text = jsonText(value);
  if (text.length <= longestHeld) hold(evidence, text, text);
  else hold(evidence, hashOf(text), cutText(text, longestHeld));
}

/** Holds one value more than is counted, which shows that there are more. */
function hold({ values }: Evidence, key: string, held: string): void {
  if (values.size <= mostValues && !values.has(key)) values.set(key, held);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function kindOf(value: JsonValue): string {
  if (isNumber(value)) return 'number';
  if (typeof value === 'boolean') return 'true/false';
  if (typeof value !== 'string') return 'list';
  if (/^[A-Z]{3}$/.test(value)) return 'three-letter code';
  if (/^\d{4}-\d{2}-\d{2}/.test(value) && dayIn(value) !== undefined) {
    return value.length === 10 ? 'day' : 'moment';
  }
  return parseDecimal(value) === undefined ? 'text' : 'numeric text';
}
