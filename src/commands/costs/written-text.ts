import { usageError } from '../../errors.ts';
import { endingsOf, exportFormats } from '../../formats/registry.ts';
import { formatOfPath } from '../../output/formats.ts';
import { isFile } from '../../output/sink.ts';
import type { Session } from '../../session.ts';

/**
 * Refuses options that shape a list of records, if `what` writes a text of its own instead, such as SQL. `form`
 * is the extension of such a file.
 */
export function requireText(
  { settings: { output }, outputFlags }: Session,
  what: string,
  form: string,
): void {
  const { columns, query, outFile } = outputFlags;
  const given = output.source === 'flag' && output.value !== form ? output.value : undefined;
  const shaping = [
    ['--output', given],
    ['--columns', columns],
    ['--query', query],
  ] as const;
  const idle = shaping.find(([, value]) => value !== undefined);
  if (idle !== undefined) {
    const { extension } = formatOfPath(isFile(outFile) ? outFile : '');
    // Without --output a file of another extension would be refused too.
    const isOther = idle[0] === '--output' && extension !== '' && extension !== form;
    const hint = `leave out ${idle[0]}${isOther ? `, and give the file the extension .${form}` : ''}`;
    throw usageError(`${what} and ${idle[0]} cannot be used together`, hint);
  }
  requireTextFile(outFile, what, form);
}

/** Refuses a file that another program would take for a list of records. */
export function requireTextFile(outFile: string | undefined, what: string, form: string): void {
  const { extension, format: listed } = formatOfPath(isFile(outFile) ? outFile : '');
  const format = listed ?? exported.get(extension);
  if (format === undefined || format === form) return;
  throw usageError(
    `--out-file ${outFile} is ${format} by its extension, but ${what} writes ${form}`,
    `give the file the extension .${form}`,
  );
}

const exported = endingsOf(exportFormats);
