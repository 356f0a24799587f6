import { version } from '../../../package.json';
import { usageError } from '../../errors.ts';
import { stringifyJson } from '../../json/stringify.ts';
import { addressOfFiles } from '../../mirror/manifest.ts';
import type { About } from '../../rows/about.ts';
import type { Checkpoint } from '../../rows/export-journal.ts';
import { createReceipt, type Receipt, type ReceiptFacts } from '../../rows/receipt.ts';
import type { Session } from '../../session.ts';
import { requireBaseUrl } from '../../settings.ts';
import { writeFileAtomically } from '../../storage/atomic.ts';
import { quote } from '../../text.ts';
import { type CostChoice, type CostInput, writeCommand } from './options.ts';

/** A window that was read completely, as a receipt describes it. */
export type Done = Omit<Checkpoint, 'size'>;

type Warned = Pick<About, 'warnings'>;

export type RunFacts = Pick<ReceiptFacts, 'start' | 'requests'> & {
  /** For actions that write rows. Those that print sums of rows leave it out. */
  readonly given?: Partial<
    Pick<ReceiptFacts, 'command' | 'format' | 'columns' | 'types' | 'files'>
  >;
  readonly done: readonly Pick<Done, 'window' | 'found' | 'fault'>[];
  /** What else the action did to the rows, such as exchange rates. */
  readonly more?: (Readonly<Record<string, unknown>> & { readonly about?: Warned }) | undefined;
};

/** The receipt of a run. It is written only if --receipt names a file. */
export async function writeReceipt(
  session: Session,
  input: ReceiptInput,
  choice: CostChoice,
  facts: RunFacts,
): Promise<Receipt> {
  const { context, output } = session;
  const { receipt, text } = await composeReceipt(session, input, choice, facts);
  if (input.receipt === undefined) return receipt;
  if (receipt.sumsLeftOut !== undefined) {
    output.note(`the receipt has no sums: ${receipt.sumsLeftOut}`);
  }
  await writeFileAtomically(input.receipt, text, context);
  return receipt;
}

type ReceiptInput = Pick<CostInput, 'receipt' | 'where' | 'mirror'>;

export async function composeReceipt(
  session: Session,
  input: ReceiptInput,
  choice: CostChoice,
  { done, more, given = {}, ...facts }: RunFacts,
): Promise<{ readonly receipt: Receipt; readonly text: string }> {
  const { context } = session;
  const mirror = choice.mirror === undefined ? undefined : await choice.mirror.state();
  const receipt = createReceipt({
    ...facts,
    ...{ command: writeCommand(session, choice.period), format: session.format },
    ...{ columns: undefined, files: [], ...given },
    version,
    address: await sourceAddress(session, choice),
    range: choice.period,
    end: new Date(context.clock.now()).toISOString(),
    where: [...(mirror?.query.where ?? []), ...(input.where ?? [])],
    parameters: mirror?.query.parameters ?? choice.parameters,
    checkpoints: done,
  });
  const source = mirror === undefined ? {} : { mirror: input.mirror, mirrorSince: mirror.since };
  const about = more?.about && { about: withWarnings(more.about, session.output.warned()) };
  return { receipt, text: `${stringifyJson({ ...receipt, ...source, ...more, ...about }, 2)}\n` };
}

/** With the warnings of the run that came from elsewhere. */
function withWarnings(about: Warned, more: readonly string[]): Warned {
  return { ...about, warnings: [...new Set([...about.warnings, ...more])] };
}

/** The service that the rows came from, perhaps by way of a mirror. */
export async function sourceAddress(session: Session, { mirror }: CostChoice): Promise<string> {
  return mirror === undefined ? addressOf(session) : (await mirror.state()).query.address;
}

export function addressOf({ settings }: Session): string {
  return settings.sandbox ? 'sandbox' : requireBaseUrl(settings).href;
}

/** What was read from one place cannot be compared with another. */
export function requireSameAddress(
  session: Session,
  receipt: Pick<Receipt, 'address'>,
  noun = 'receipt',
  mirror = 'DIR',
): void {
  if (receipt.address === addressOfFiles) {
    throw usageError(
      `the ${noun} was made from files, which --live does not read`,
      `costctl costs mirror ${quote(mirror)} --check compares a mirror with its files`,
    );
  }
  const address = addressOf(session);
  if (address === receipt.address) return;
  throw usageError(
    `the ${noun} was made from ${receipt.address}, and the address now is ${address}`,
    'give the --profile or --base-url of that run',
  );
}
