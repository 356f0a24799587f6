import { within } from '../../grouping.ts';
import { ColumnMemory, fewOf, type RowRange } from './decode-chunk.ts';
import type { EntryForm, JsonForm } from './entries.ts';
import { type CellNotes, notesKey } from './parquet-table.ts';
import { once, type ParquetReader, type StoredChunk } from './reader.ts';

export interface WantedColumn {
  readonly name: string;
  readonly json: JsonForm;
  /** Paths into its objects; undefined if there may be others. */
  readonly paths?: readonly string[] | undefined;
}

export interface LoadedColumn extends Pick<WantedColumn, 'name' | 'paths'> {
  /** Whether a row without a value lacks the property too. */
  readonly isOmitted: boolean;
  /** Opened when it is first used: of the columns that are wanted, most are never looked at. */
  readonly chunk: () => StoredChunk;
}

/** Rows that are wanted of one group, by their number among those that the columns were opened for. */
interface LoadedRows extends RowRange {
  readonly columns: readonly LoadedColumn[];
}

export type LoadGroups = (wanted: readonly WantedColumn[], range: RowRange) => Iterable<LoadedRows>;

/** The rows of the group that have been loaded. */
interface OpenGroup extends RowRange {
  readonly group: number;
  readonly names: string;
  readonly columns: readonly LoadedColumn[];
}

/**
 * Opens the wanted columns of the groups that have wanted rows; other groups are not read. The last group
 * is cached, because the next rows are often in it. What was read is valid until the next read, also one of
 * another file that uses the same memory.
 */
export function createGroupLoader(
  reader: ParquetReader,
  memory = new Map<string, ColumnMemory>(),
): LoadGroups {
  const { columns, groups } = reader.footer;
  const places = new Map(columns.map(({ name }, place) => [name, place]));
  const notes = readNotes(reader);
  let open: OpenGroup | undefined;

  function openGroup(
    group: number,
    wanted: readonly WantedColumn[],
    names: string,
    { from, to }: RowRange,
  ): OpenGroup {
    if (open?.group === group && open.names === names && open.from <= from && open.to >= to) {
      return open;
    }
    // The rest of a group is likely to be wanted next, unless only a few rows are.
    const all = groups[group]?.rows ?? to;
    const extent = (to - from) * fewOf < all ? { from, to } : { from: 0, to: all };
    const loaded: LoadedColumn[] = [];
    for (const { name, json, paths } of wanted) {
      const place = places.get(name);
      const column = place === undefined ? undefined : columns[place];
      if (place === undefined || column === undefined) continue;
      const own = notes[name];
      const spelling = own?.spellings[group] ?? 'shortest';
      const form: EntryForm = { type: column.type, json, spelling };
      const openMemory = () => within(memory, name, () => new ColumnMemory());
      loaded.push({
        ...{ name, paths, isOmitted: own?.absent === 'missing' },
        chunk: once(() => reader.openChunk({ group, column: place }, form, extent, openMemory())),
      });
    }
    open = { group, ...extent, names, columns: loaded };
    return open;
  }

  return function* (wanted, { from, to }) {
    const names = JSON.stringify(wanted.map(({ name }) => name));
    let first = 0;
    for (const [group, { rows }] of groups.entries()) {
      const [start, end] = [Math.max(from, first) - first, Math.min(to, first + rows) - first];
      first += rows;
      if (start >= end) continue;
      const own = openGroup(group, wanted, names, { from: start, to: end });
      yield { from: start - own.from, to: end - own.from, columns: own.columns };
    }
  };
}

function readNotes({ footer }: ParquetReader): Readonly<Record<string, CellNotes>> {
  // Written by this program next to the columns that it describes.
  const text = footer.notes.get(notesKey) ?? '{}';
  try {
    const notes: Record<string, CellNotes> = JSON.parse(text);
    if (Object.values(notes).every(({ spellings }) => Array.isArray(spellings))) return notes;
  } catch {
    // The text is damaged: the error below says so.
  }
  throw new Error('it is damaged: its metadata cannot be read');
}
