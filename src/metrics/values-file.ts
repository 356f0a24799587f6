import { dayOf } from '../days.ts';
import { CostctlError, hasCode } from '../errors.ts';
import { claimStdin } from '../storage/read-input.ts';
import { nameOfSource, openSource } from '../storage/source.ts';
import { pluralize } from '../text.ts';
import { nameColumns } from './file-columns.ts';
import { type IntakeCounts, type IntakeRules, takeIn } from './intake.ts';
import { findLabels } from './known-labels.ts';
import type { Ledger } from './ledger.ts';
import { type MetricTools, openLedger, temporaryFolder } from './metric-tools.ts';
import { createOddities, type Oddities } from './oddities.ts';
import { createRejects, leaveFault, openRejectsFile, type Rejects } from './rejects.ts';
import { createTally, type Tally, type TallyCounter } from './value-tally.ts';

/** Which file to read, and how; shared by `import` and `diff`. */
export interface ValuesFileChoice extends Omit<IntakeRules, 'labelColumns'> {
  readonly file: string;
  readonly skipInvalid?: boolean | undefined;
  readonly strict?: boolean | undefined;
  /** Where to write the rows that were left out. */
  readonly rejects?: string | undefined;
}

/** A file that was read and checked completely. */
export interface ValuesFile {
  readonly choice: ValuesFileChoice;
  readonly labelColumns: readonly string[];
  readonly ledger: Ledger;
  readonly counts: IntakeCounts;
  readonly tally: Tally;
  readonly rejects: Rejects;
  readonly oddities: Oddities;
}

/** Reads the metric, then the file, and returns both. Throws if rows cannot be used. */
export async function withValuesFile(
  tools: MetricTools,
  choice: ValuesFileChoice,
  handle: (file: ValuesFile) => Promise<void>,
): Promise<void> {
  const labelColumns = await tools.service.readLabelColumns();
  const rules = { ...choice, labelColumns };
  nameColumns(rules);
  const rejectsFile =
    choice.rejects === undefined
      ? undefined
      : await openRejectsFile(tools, choice.rejects, temporaryFolder(tools));
  const { spelling, delimiter } = choice;
  const rejects = createRejects({ labelColumns, file: rejectsFile, spelling, delimiter });
  const today = dayOf(tools.context.clock.now());
  const oddities = createOddities({ labelColumns, trim: choice.trim, today });
  const ledger = openLedger(tools);
  const tally = createTally();
  try {
    startReading(tools, choice.file);
    const counts = await readFile(tools, rules, { ledger, tally, rejects, oddities });
    if (counts.merged > 0) {
      const were = counts.merged === 1 ? 'was' : 'were';
      tools.output.note(
        `${pluralize(counts.merged, 'row')} ${were} merged into another with the same day and labels`,
      );
    }
    const file = { choice, labelColumns, ledger, counts, rejects, oddities };
    await handle({ ...file, tally: tally.result() });
  } catch (error) {
    await leaveFault(tools, rejects, error);
    throw error;
  } finally {
    tools.progress.stop();
    ledger.close();
    await rejectsFile?.close();
  }
}

async function readFile(
  tools: MetricTools,
  rules: ValuesFileChoice & IntakeRules,
  collected: Pick<ValuesFile, 'ledger' | 'rejects' | 'oddities'> & { readonly tally: TallyCounter },
): Promise<IntakeCounts> {
  const { context, service, output, progress } = tools;
  const { rejects } = collected;
  let counts: IntakeCounts;
  try {
    if (rules.file === '-') claimStdin(context, '<file>');
    const source = await openSource(rules.file, context.stdin, context.signal);
    const chunks = watchChunks(source.chunks, (bytes) =>
      progress.update(`reading ${source.name}: ${(bytes / 1e6).toFixed(1)} MB`),
    );
    const intake = {
      ...collected,
      rules,
      folder: temporaryFolder(tools),
      note: output.note,
      findLabels: (wanted: Parameters<typeof findLabels>[1]) => {
        progress.update('looking for stored labels with spaces');
        return findLabels(rules.labelColumns, wanted, service);
      },
    };
    counts = await takeIn({ ...source, chunks }, intake).finally(source.close);
  } catch (error) {
    if (hasCode(error, 'invalid_data')) {
      showRejects(tools, rejects, rules.rejects);
    }
    throw error;
  }
  showRejects(tools, rejects, rules.rejects);
  if (counts.invalid > 0 && rules.skipInvalid !== true) {
    await rejects.commit();
    throw unusable(counts, rules);
  }
  return counts;
}

/** Progress would be drawn over what the user types. */
function startReading({ context, output, progress }: MetricTools, file: string): void {
  if (file === '-' && context.stdin.isTTY === true) {
    output.note('reading values from the terminal; Ctrl-D ends them');
  } else {
    progress.start(`reading ${nameOfSource(file)}`);
  }
}

async function* watchChunks(chunks: AsyncIterable<Buffer>, report: (bytes: number) => void) {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    report(bytes);
    yield chunk;
  }
}

function unusable({ rows, invalid }: IntakeCounts, choice: ValuesFileChoice): CostctlError {
  const { file, rejects } = choice;
  const where = rejects === undefined ? '--rejects FILE keeps them' : `they are in ${rejects}`;
  return new CostctlError(
    'invalid_data',
    `${invalid} of ${rows} rows of ${nameOfSource(file)} cannot be used; nothing was sent`,
    {
      hint:
        invalid < rows
          ? `correct them (${where}), or give --skip-invalid to import the others`
          : `correct them (${where})`,
    },
  );
}

/** The first problems, even with --quiet: they are the error. */
function showRejects({ output }: MetricTools, rejects: Rejects, path: string | undefined): void {
  for (const line of rejects.shown) output.warn(line);
  const more = rejects.count() - rejects.shown.length;
  if (more > 0) {
    const advice = path === undefined ? ': --rejects FILE lists all' : '';
    output.warn(`and ${pluralize(more, 'more row')}${advice}`);
  }
}
