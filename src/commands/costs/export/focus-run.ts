import { basename } from 'node:path';
import { version as program } from '../../../../package.json';
import { usageError } from '../../../errors.ts';
import type { Session } from '../../../session.ts';
import { writeFileAtomically } from '../../../storage/atomic.ts';
import { requireDistinctFiles } from '../../../storage/distinct-files.ts';
import { resolvePath } from '../../../storage/path.ts';
import { readTextFile } from '../../../storage/read-input.ts';
import { lineForRows } from '../options.ts';
import type { Done } from '../write-receipt.ts';
import { type ExportInput, exportOptions } from './export-options.ts';

/** An export to FOCUS: its version and the map of its columns. */
export type FocusRun = NonNullable<Awaited<ReturnType<typeof openFocus>>>;

export async function openFocus(
  session: Session,
  { focus: version, focusMap: path, keep = false, receipt }: ExportInput,
  outFile: string | undefined,
  currency: string | undefined,
) {
  if (version === undefined) {
    if (path !== undefined) throw usageError('--focus-map needs --focus VERSION');
    if (keep) throw usageError('--keep is for --focus');
    return undefined;
  }
  if (path === undefined) {
    const line = lineForRows(session, 'costs export', { focus: exportOptions.focus });
    throw usageError(
      '--focus needs a map of its columns',
      `${line} --focus-map init -O focus.yaml writes one to begin with`,
    );
  }
  if (session.outputFlags.columns !== undefined) {
    throw usageError('--focus and --columns cannot be used together: the map names the columns');
  }
  if (session.outputFlags.decimalComma === true) {
    throw usageError(
      '--focus and --decimal-comma cannot be used together: FOCUS has a decimal point',
    );
  }
  if (outFile === undefined) {
    throw usageError('--focus needs -O FILE: its metadata is written next to the file');
  }
  const own = { name: 'the metadata of --focus', path: metadataOf(outFile), isWritten: true };
  await requireDistinctFiles([
    own,
    { name: '--focus-map', path, isWritten: false },
    ...(receipt === undefined ? [] : [{ name: '--receipt', path: receipt, isWritten: true }]),
  ]);
  const [{ loadFocus }, { parseFocusMap }, encoders] = await Promise.all([
    import('../../../focus/version.ts'),
    import('../../../focus/map.ts'),
    import('../../../focus/focus-encoder.ts'),
  ]);
  const { createFocusEncoder, createFocusTableEncoder, refuseValues } = encoders;
  const focus = await loadFocus(version);
  const text = await readTextFile(resolvePath(session.context, path));
  return {
    focus,
    /** Loaded for these exports only. */
    make: { createFocusEncoder, createFocusTableEncoder, refuseValues },
    map: parseFocusMap(path, text, focus, currency),
    path,
    /** The map as it was read: another one makes another export. */
    text,
    /** The service's own columns are written too. */
    keep,
  };
}

/** The columns of the map: a file without rows has them too. */
export function mapColumns({ map }: Pick<FocusRun, 'map'>): readonly string[] {
  return map.columns.map(({ column }) => column.name);
}

/** The columns of the file, in their order; undefined if those of the rows follow them. */
export function focusColumns(focus: FocusRun): readonly string[] | undefined {
  return focus.keep ? undefined : mapColumns(focus);
}

function metadataOf(path: string): string {
  return `${path}.metadata.json`;
}

export async function writeFocusMetadata(
  { focus, session }: { readonly focus: FocusRun | undefined; readonly session: Session },
  path: string,
  done: readonly Done[],
  types: Readonly<Record<string, string>> | undefined,
): Promise<void> {
  if (focus === undefined) return;
  const { describeFocusFile } = await import('../../../focus/focus-encoder.ts');
  const { context } = session;
  const written = types === undefined ? done.at(-1)?.encoder.columns : Object.keys(types);
  const named = mapColumns(focus);
  const metadata = describeFocusFile({
    version: focus.focus.version,
    map: focus.map,
    columns: written === undefined || written.length === 0 ? named : written,
    types,
    name: basename(path),
    program,
    now: new Date(context.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
  });
  await writeFileAtomically(
    metadataOf(path),
    `${JSON.stringify(metadata, undefined, 2)}\n`,
    context,
  );
}
