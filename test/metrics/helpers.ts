import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { type IntakeCounts, type IntakeRules, takeIn } from '../../src/metrics/intake.ts';
import { createLedger, type Entry } from '../../src/metrics/ledger.ts';
import { createRejects } from '../../src/metrics/rejects.ts';
import { openSource } from '../../src/metrics/source.ts';

export const place = { folder: tmpdir(), random: Math.random };

export const rules: IntakeRules = {
  labelColumns: ['region'],
  map: {},
  ignoreExtra: false,
  allowMissingLabels: false,
  trim: false,
  duplicates: 'refuse',
};

export interface Taken extends IntakeCounts {
  readonly entries: Entry[];
  readonly values: string[];
  readonly rejected: readonly string[];
}

/** Reads a file's content as the import would, from stdin. */
export async function takeText(
  content: string | Buffer | readonly Buffer[],
  given: Partial<IntakeRules> = {},
): Promise<Taken> {
  const ledger = createLedger(place);
  const all = { ...rules, ...given };
  const rejects = createRejects(all.labelColumns, undefined, () => '');
  const chunks = Array.isArray(content) ? content : [Buffer.from(content as string)];
  const source = await openSource('-', Readable.from(chunks), new AbortController().signal);
  const counts = await takeIn(source, ledger, rejects, all);
  const entries = [...ledger.entries()];
  ledger.close();
  return { ...counts, entries, values: entries.map(({ json }) => json), rejected: rejects.shown };
}
