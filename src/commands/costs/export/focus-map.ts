import { describeRange, isEmpty } from '../../../days.ts';
import { flagOf } from '../../../declaration/line.ts';
import { usageError } from '../../../errors.ts';
import { type FoundColumn, writeMap } from '../../../focus/init-map.ts';
import { loadFocus } from '../../../focus/version.ts';
import type { RowPage } from '../../../json/bulk/rows.ts';
import type { JsonValue } from '../../../json/number.ts';
import { jsonText } from '../../../json/stringify.ts';
import { openSink, requireNewFile } from '../../../output/sink.ts';
import { createColumnWatch } from '../../../rows/column-watch.ts';
import { leaves, rowObject } from '../../../rows/cost-page.ts';
import { readNames } from '../../../rows/row-source.ts';
import { createFilter, requireColumnsMet } from '../../../rows/where.ts';
import type { Session } from '../../../session.ts';
import { pluralize } from '../../../text.ts';
import { chooseCosts, openRows } from '../options.ts';
import { requireTextFile } from '../written-text.ts';
import type { ExportInput } from './export-options.ts';

/** How many rows are read, and how many values of a column are listed. */
const mostRows = 20_000;
const mostValues = 40;
/** Tags can have any number of keys. */
const mostColumns = 1000;

/** Writes a map to begin with, from the columns of the first rows. */
export async function writeFocusMap(session: Session, input: ExportInput): Promise<void> {
  if (input.focus === undefined)
    throw usageError('--focus-map init needs --focus, such as --focus 1.4');
  refuseIdle(session, input);
  const { context, output, progress, outputFlags } = session;
  requireTextFile(outputFlags.outFile, '--focus-map init', 'yaml');
  await requireNewFile(outputFlags.outFile);
  const focus = await loadFocus(input.focus);
  const choice = await chooseCosts(session, input);
  const { period } = choice;
  if (isEmpty(period)) throw usageError(`${describeRange(period)} has no day to look at`);
  const watch = createColumnWatch({ given: choice.columns, ranges: [period] });
  const filter = createFilter(choice.conditions);
  const columns = new Map<string, ListedValues>();
  let [read, rows] = [0, 0];
  progress.start('looking at the columns');
  const source = await openRows(session, choice);
  await source.readFirst(period, mostRows, (page) => {
    const kept = filter.select(page);
    if (kept.count > 0) watch.look(kept);
    collectValues(columns, kept);
    read += page.count;
    rows += kept.count;
  });
  progress.stop();
  const days = describeRange(period);
  if (read === 0) throw usageError(`${days} has no row to look at`, 'choose another period');
  const noRow = read < mostRows ? undefined : `none of the first ${mostRows} rows`;
  await requireColumnsMet(filter, () => readNames(source, period), noRow);
  const found = watch.decide();
  if (found === undefined) {
    const unmet = filter.unmet();
    const why = unmet === undefined ? '' : `; ${unmet}`;
    throw usageError(`none of the first ${pluralize(read, 'row')} of ${days} meets --where${why}`);
  }
  const map = writeMap(focus, {
    columns: [...columns].map(describeColumn),
    date: found.date.column,
    amount: found.amount.column,
    currency: found.currency.column,
  });
  const sink = await openSink({ context, outFile: outputFlags.outFile });
  try {
    await sink.write(map);
    await sink.commit();
  } finally {
    await sink.discard();
  }
  const own = [...columns.values()].filter(({ isInside }) => !isInside).length;
  output.note(`looked at ${pluralize(rows, 'row')} and ${pluralize(own, 'column')}`);
}

/** What init writes depends on the columns alone, so it has no use for the options of an export. */
function refuseIdle({ outputFlags, flags }: Session, input: ExportInput): void {
  const { resume, allowTruncated, requireRows, types, keep, receipt, query, raw } = input;
  const { outFile: _, header, ...ofTables } = outputFlags;
  const noHeader = header === false ? true : undefined;
  const { output } = flags;
  const ofRows = { resume, allowTruncated, requireRows, types, keep, receipt };
  const idle = { ...ofRows, query, raw, output, noHeader, ...ofTables };
  const given = Object.entries(idle).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  const names = given.map(([key]) => flagOf(key)).join(' and ');
  throw usageError(`--focus-map init only writes a map: leave out ${names}`);
}

interface ListedValues {
  readonly values: Set<string>;
  readonly isInside: boolean;
}

function collectValues(columns: Map<string, ListedValues>, page: RowPage): void {
  const add = (name: string, value: JsonValue, isInside: boolean) => {
    const found = columns.get(name) ?? { values: new Set(), isInside };
    if (isInside && columns.size >= mostColumns && !columns.has(name)) return;
    columns.set(name, found);
    if (value === null || found.values.size > mostValues) return;
    found.values.add(jsonText(value));
  };
  for (let row = 0; row < page.count; row += 1) {
    const values = rowObject(page, row);
    for (const [name, value] of Object.entries(values)) add(name, value, false);
    for (const [path, value] of leaves(values)) if (!(path in values)) add(path, value, true);
  }
}

function describeColumn([name, { values, isInside }]: readonly [
  string,
  ListedValues,
]): FoundColumn {
  const listed = [...values].slice(0, mostValues).sort();
  return { name, isInside, values: listed, hasMore: values.size > mostValues };
}
