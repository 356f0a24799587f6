import { type DayRange, rangeName } from '../days.ts';
import { refuseMissingColumns } from '../rows/missing-columns.ts';
import type { AddPrepared } from '../rows/read.ts';
import { type CostColumns, requireColumns } from '../rows/require-columns.ts';
import type { KnownNames } from '../rows/row-source.ts';
import { countScans, type ScanOptions, scanCosts, type WindowRecord } from '../rows/scan-costs.ts';
import type { SourceFacts } from '../rows/source-facts.ts';
import { createTally, type Tally, type TallyOptions } from '../rows/tally.ts';
import { createTuple } from '../rows/tally-tree.ts';
import type { Marker } from './marker.ts';

/** One way to add up rows. */
export interface Question extends Pick<TallyOptions, 'by' | 'byDay' | 'dayAs' | 'quantity'> {
  /** Groups rows by something that is not in a single column; it comes first among the values. */
  readonly marker?: Marker | undefined;
  /** Group also by the column of sources, if there is one; it comes last among the values. */
  readonly bySource?: boolean | undefined;
  /** Whether it is no mistake if no row has the columns. */
  readonly mayLack?: boolean;
}

export interface Adding extends Omit<ScanOptions, 'ranges' | 'columns' | 'fold'> {
  readonly questions: Readonly<Record<string, Question>>;
  /** Each range with the names of its questions. Without any, its rows are only counted. */
  readonly parts: readonly { readonly range: DayRange; readonly asked: readonly string[] }[];
  /** Whether the day of each row matters. */
  readonly needsDate: boolean;
  /** Also receives the rows. */
  readonly observe?: (Pick<Tally, 'add'> & Partial<Pick<Tally, 'commit' | 'rollback'>>) | undefined;
}

/** What is known of the rows besides their sums. */
export interface Added {
  /** Undefined if there was no row to look at. */
  readonly columns: CostColumns | undefined;
  readonly names: KnownNames;
  /** The condition that no row meets, if there is one. */
  readonly unmet: string | undefined;
  readonly sources: SourceFacts | undefined;
  /** How many rows were read, and how many of them meet the conditions. */
  readonly count: { readonly read: number; readonly rows: number };
}

interface AddedPart {
  readonly range: DayRange;
  readonly windows: readonly WindowRecord[];
  readonly tallies: ReadonlyMap<string, Tally>;
}

export async function addUp(adding: Adding): Promise<Added & { readonly parts: AddedPart[] }> {
  const { questions, parts, needsDate, observe, ...options } = adding;
  const all = Object.entries(questions);
  const askedOf = new Map(parts.map(({ range, asked }) => [rangeName(range), asked]));
  const tuples = createTuple();
  const tallies = new Map<DayRange, ReadonlyMap<string, Tally>>();
  let columns: CostColumns | undefined;
  const scans = await scanCosts({
    ...options,
    ranges: parts.map(({ range }) => range),
    columns:
      observe === undefined ? [...new Set(all.flatMap(([, one]) => columnsOf(one)))] : undefined,
    fold: (found, watch, range, source) => {
      const asked = all.filter(([name]) => askedOf.get(rangeName(range))?.includes(name));
      const named = asked.map(([name, { bySource, marker, ...question }]) => {
        columns ??= requireColumns(found, watch, { needsDate });
        const by = bySource && source !== undefined ? [...question.by, source] : question.by;
        const mark = marker?.create(columns);
        return [name, createTally({ ...question, columns, by, mark, tuples })] as const;
      });
      tallies.set(range, new Map(named));
      const own = named.map(([, tally]) => tally);
      // A row that cannot be added up is the same for every question: the first one reports it.
      const [first, ...others] = own;
      return {
        add: (rows, onFault) => {
          observe?.add(rows);
          first?.add(rows, onFault);
          for (const tally of others) tally.add(rows);
        },
        addColumns: (batch, selected) => {
          if (observe !== undefined) return undefined;
          const prepared: AddPrepared[] = [];
          for (const tally of own) {
            const add = tally.addColumns(batch, selected);
            if (add === undefined) return undefined;
            prepared.push(add);
          }
          return () => {
            for (const add of prepared) add();
          };
        },
        commit: () => {
          observe?.commit?.();
          for (const tally of own) tally.commit();
        },
        rollback: () => {
          observe?.rollback?.();
          for (const tally of own) tally.rollback();
        },
      };
    },
  });
  const names = scans[0]?.names ?? (async () => []);
  for (const [name, { by, mayLack }] of all) {
    if (mayLack === true) continue;
    const filled = [...tallies.values()].flatMap((own) => own.get(name) ?? []);
    const missing = filled.filter((one) => !one.isEmpty()).map((one) => one.missing());
    await refuseMissingColumns(missing, { by, currency: options.given.currency }, names);
  }
  return {
    columns,
    names,
    unmet: scans[0]?.unmet(),
    sources: scans[0]?.sources,
    count: countScans(scans),
    parts: scans.map(({ range, windows }) => {
      return { range, windows, tallies: tallies.get(range) ?? new Map<string, Tally>() };
    }),
  };
}

function columnsOf({ by, marker, quantity }: Question): string[] {
  return [...by, ...(marker?.columns ?? []), ...(quantity === undefined ? [] : [quantity])];
}
