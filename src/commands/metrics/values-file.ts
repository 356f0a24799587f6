import { tmpdir } from 'node:os';
import type { Command } from 'commander';
import * as z from 'zod/mini';
import { getLabelledMetric, type MetricAddress } from '../../api/metrics.ts';
import { MetricId } from '../../api/schemas/ids.ts';
import { CostctlError } from '../../errors.ts';
import { nameColumns } from '../../metrics/columns.ts';
import { fileFormats, formatOfName } from '../../metrics/format.ts';
import { type IntakeCounts, takeIn } from '../../metrics/intake.ts';
import { createLedger, type Ledger } from '../../metrics/ledger.ts';
import { duplicatePolicies } from '../../metrics/merge.ts';
import { createRejects, type Rejects } from '../../metrics/rejects.ts';
import { nameOfSource, openSource } from '../../metrics/source.ts';
import { type Tally, tally } from '../../metrics/tally.ts';
import { separatedLine } from '../../output/separated.ts';
import { pluralize } from '../../pluralize.ts';
import type { Session } from '../../session.ts';
import { claimStdin } from '../../storage/input.ts';
import { collect } from '../options.ts';
import { leaveFault, openRejectsFile, refuseSameFile } from './rejects-file.ts';

/** The options that say how a file of values is read; `import` and `diff` share them. */
export function valuesFileOptions(command: Command): Command {
  return command
    .argument('<metric>', 'business metric id')
    .argument('<file>', 'CSV, TSV, JSON array or NDJSON, also gzip-compressed; - is stdin')
    .option('--format <format>', `${fileFormats.join(', ')}; else found by name and first byte`)
    .option('--map <field=column>', 'names of columns in the file: date=Day,amount=Orders', collect)
    .option('--ignore-extra', 'ignore columns that are neither date, amount nor label')
    .option('--allow-missing-labels', 'accept rows that lack a label')
    .option('--trim', 'remove spaces around labels')
    .option(
      '--duplicates <policy>',
      'where a day and label set has two amounts: first, last or sum',
    )
    .option('--skip-invalid', 'go on without the rows that cannot be used, and exit 9')
    .option('--rejects <file>', 'write the rows left out, with line and reason, as CSV');
}

const flag = z.optional(z.boolean());

export const valuesFileInput = {
  metric: MetricId,
  file: z.string().check(z.minLength(1, 'must not be empty')),
  format: z.optional(z.enum(fileFormats, `must be one of ${fileFormats.join(', ')}`)),
  map: z.optional(
    z.pipe(
      z.array(z.string()).check(
        z.refine(
          (texts) => splitMap(texts).every(([field, column]) => field !== '' && column !== ''),
          'must have the form field=column,…',
        ),
        z.refine((texts) => {
          const fields = splitMap(texts).map(([field]) => field);
          return new Set(fields).size === fields.length;
        }, 'names a field twice'),
      ),
      z.transform((texts) => Object.fromEntries(splitMap(texts))),
    ),
  ),
  ignoreExtra: flag,
  allowMissingLabels: flag,
  trim: flag,
  duplicates: z.optional(z.enum(duplicatePolicies, 'must be first, last or sum')),
  skipInvalid: flag,
  rejects: z.optional(
    z.string().check(
      z.refine((path) => path !== '' && path !== '-', 'must name a file'),
      z.refine(
        (path) => (formatOfName(path) ?? 'csv') === 'csv' && !path.endsWith('.gz'),
        'is written as CSV: give a name that ends with .csv',
      ),
    ),
  ),
};

const ValuesFileInput = z.object(valuesFileInput);
export type ValuesFileInput = z.infer<typeof ValuesFileInput>;

/** A file that was read and checked whole. */
export interface ValuesFile {
  readonly address: MetricAddress;
  readonly labelColumns: readonly string[];
  readonly ledger: Ledger;
  readonly counts: IntakeCounts;
  readonly tally: Tally;
  readonly rejects: Rejects;
}

/** Reads the metric, then the file, and hands both over. Throws where rows cannot be used. */
export async function withValuesFile(
  session: Session,
  input: ValuesFileInput,
  handle: (file: ValuesFile) => Promise<void>,
): Promise<void> {
  const address = { workspaceId: session.workspace(), metricId: input.metric };
  const { labelColumns } = await getLabelledMetric(session.http, address);
  const rules = {
    labelColumns,
    map: input.map ?? {},
    format: input.format,
    ignoreExtra: input.ignoreExtra === true,
    allowMissingLabels: input.allowMissingLabels === true,
    trim: input.trim === true,
    duplicates: input.duplicates ?? ('refuse' as const),
  };
  nameColumns(rules);
  const { outFile } = session.outputFlags;
  await refuseSameFile(session.context, { file: input.file, rejects: input.rejects, outFile });
  const rejectsFile =
    input.rejects === undefined
      ? undefined
      : await openRejectsFile(session, input.rejects, temporaryFolder(session));
  const rejects = createRejects(labelColumns, rejectsFile, (cells) =>
    separatedLine(cells, { format: 'csv', spreadsheetSafe: false, terminal: false }),
  );
  const ledger = createSessionLedger(session);
  try {
    startReading(session, input.file);
    const counts = await readFile(session, input, ledger, rejects, rules);
    if (counts.merged > 0) {
      const were = counts.merged === 1 ? 'was' : 'were';
      session.output.note(
        `${pluralize(counts.merged, 'row')} ${were} merged into another of the same day and labels`,
      );
    }
    await handle({ address, labelColumns, ledger, counts, tally: tally(ledger), rejects });
  } catch (error) {
    await leaveFault(session, rejects, error);
    throw error;
  } finally {
    session.progress.stop();
    ledger.close();
    await rejectsFile?.close();
  }
}

/** A ledger whose file, where it needs one, stands in the system's folder for such. */
export function createSessionLedger(session: Session): Ledger {
  return createLedger({ folder: temporaryFolder(session), random: session.context.random });
}

function temporaryFolder({ context }: Session): string {
  return context.env['TMPDIR'] || tmpdir();
}

async function readFile(
  session: Session,
  input: ValuesFileInput,
  ledger: Ledger,
  rejects: Rejects,
  rules: Parameters<typeof takeIn>[3],
): Promise<IntakeCounts> {
  const { context } = session;
  let counts: IntakeCounts;
  try {
    if (input.file === '-') claimStdin(context, '<file>');
    const source = await openSource(input.file, context.stdin, context.signal);
    const chunks = watchChunks(source.chunks, (bytes) =>
      session.progress.update(`reading ${source.name}: ${(bytes / 1e6).toFixed(1)} MB`),
    );
    counts = await takeIn({ ...source, chunks }, ledger, rejects, rules);
  } catch (error) {
    if (error instanceof CostctlError && error.code === 'invalid_data') {
      tellRejects(session, rejects, input.rejects);
    }
    throw error;
  }
  tellRejects(session, rejects, input.rejects);
  if (counts.invalid > 0 && input.skipInvalid !== true) {
    await rejects.commit();
    throw unusable(counts, input);
  }
  return counts;
}

/** Progress would be drawn over what a person types. */
function startReading({ context, output, progress }: Session, file: string): void {
  if (file === '-' && context.stdin.isTTY === true) {
    output.note('reading values from the terminal; Ctrl-D ends them');
  } else {
    progress.start(`reading ${nameOfSource(file)}`);
  }
}

async function* watchChunks(
  chunks: AsyncIterable<Buffer>,
  tell: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    tell(bytes);
    yield chunk;
  }
}

function unusable(
  { rows, invalid }: IntakeCounts,
  { file, rejects }: ValuesFileInput,
): CostctlError {
  const where = rejects === undefined ? '--rejects FILE keeps them' : `they are in ${rejects}`;
  return new CostctlError(
    'invalid_data',
    `${invalid} of ${rows} rows of ${nameOfSource(file)} cannot be used; nothing was sent`,
    { hint: `correct them (${where}), or give --skip-invalid to import the others` },
  );
}

/** The first complaints, whatever --quiet says: they are the error. */
function tellRejects({ output }: Session, rejects: Rejects, path: string | undefined): void {
  for (const line of rejects.shown) output.warn(line);
  const more = rejects.count() - rejects.shown.length;
  if (more > 0) {
    const advice = path === undefined ? ': --rejects FILE lists all' : '';
    output.warn(`and ${pluralize(more, 'more row')}${advice}`);
  }
}

function splitMap(texts: readonly string[]): [string, string][] {
  return texts
    .flatMap((text) => text.split(','))
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? ['', ''] : [pair.slice(0, at), pair.slice(at + 1)];
    });
}
