import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { CostctlError } from '../../src/errors.ts';
import { type IntakeCounts, type IntakeRules, takeIn } from '../../src/metrics/intake.ts';
import { createLedger } from '../../src/metrics/ledger.ts';
import { createRejects, type Reject } from '../../src/metrics/rejects.ts';
import { createTally } from '../../src/metrics/value-tally.ts';
import { openSource } from '../../src/storage/source.ts';

export const header = 'date,amount,region\n';

/** The JSON text of one value as it would be sent. */
export const value = (date: string, amount: string, region: string) =>
  `{"date":"${date}","amount":"${amount}","labels":{"region":${JSON.stringify(region)}}}`;

const place = { folder: tmpdir(), random: Math.random };

const rules: IntakeRules = {
  labelColumns: ['region'],
  map: {},
  ignoreExtra: false,
  allowMissingLabels: false,
  trim: false,
  spelling: { decimalComma: false, dateFormat: undefined },
  duplicates: 'refuse',
};

export interface Taken extends IntakeCounts {
  /** The values as they would be sent. */
  readonly values: string[];
  readonly lines: number[];
  readonly rejected: readonly string[];
}

/** Reads a file's content as the import would, from stdin, in chunks of a length. */
export async function takeText(
  content: string | Buffer,
  given: Partial<IntakeRules> = {},
  chunkLength = 1 << 16,
): Promise<Taken> {
  const ledger = createLedger(place);
  const all = { ...rules, ...given };
  const rejects = createRejects({ ...all, file: undefined });
  const rejected: Reject[] = [];
  const recording = {
    ...rejects,
    add: (reject: Reject) => {
      rejected.push(reject);
    },
  };
  try {
    const stdin = Readable.from(cut(Buffer.from(content), chunkLength));
    const source = await openSource('-', stdin, new AbortController().signal);
    // The source hands over its first bytes in one piece.
    const chunks = cutAgain(source.chunks, chunkLength);
    const counts = await takeIn(
      { ...source, chunks },
      {
        ledger,
        tally: createTally(),
        rejects: recording,
        rules: all,
        folder: tmpdir(),
        findLabels: () => Promise.resolve(() => false),
      },
    );
    const bodies = [...ledger.batches(() => 1)].map(({ body }) => body);
    return {
      ...counts,
      values: bodies.map((body) => body.slice('{"values":['.length, -']}'.length)),
      lines: [...ledger.entries()].map(({ line }) => line),
      rejected: rejected.map(({ line, reason }) => `line ${line}: ${reason}`),
    };
  } finally {
    ledger.close();
  }
}

/** The error for a file that is refused as a whole. */
export async function refusalOf(
  content: string | Buffer,
  given: Partial<IntakeRules> = {},
): Promise<string> {
  try {
    await takeText(content, given);
  } catch (error) {
    if (error instanceof CostctlError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'it was taken';
}

function* cut(bytes: Buffer, length: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** A byte order mark stays in one piece, as the source promises. */
async function* cutAgain(chunks: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let whole = 3;
  for await (const chunk of chunks) {
    if (whole > 0) yield chunk.subarray(0, whole);
    yield* cut(chunk.subarray(whole), length);
    whole = 0;
  }
}
