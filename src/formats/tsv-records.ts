import { tsvEscapes } from '../json/bulk/cell-text.ts';
import type { TakeRecord } from './csv-records.ts';
import type { Block } from './text-blocks.ts';

const escapes = new Map(Object.entries(tsvEscapes).map(([sign, written]) => [written, sign]));

/** Tab-separated lines, with the escapes of `-o tsv`. */
export async function readTsv(
  blocks: AsyncIterable<Block>,
  take: TakeRecord,
  pause?: () => Promise<void>,
): Promise<void> {
  for await (const { text, line: firstLine } of blocks) {
    let line = firstLine;
    for (const raw of text.slice(0, -1).split('\n')) {
      const record = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
      if (record !== '') takeRecord(line, record, take);
      line += 1;
    }
    await pause?.();
  }
  await pause?.();
}

function takeRecord(line: number, record: string, take: TakeRecord): void {
  const cells = record.split('\t');
  if (!record.includes('\\')) {
    take(line, cells);
    return;
  }
  const unknown = /\\(?![tnr\\])/.exec(record.replaceAll('\\\\', ''));
  const fault = unknown === null ? undefined : 'a backslash is written \\\\';
  take(line, cells.map(readEscapes), fault);
}

function readEscapes(cell: string): string {
  return cell.replace(/\\[tnr\\]/g, (written) => escapes.get(written) ?? written);
}
