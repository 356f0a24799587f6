import { basename } from 'node:path';
import { type Fields, viewOf } from '../../../declaration/result.ts';
import { CostctlError } from '../../../errors.ts';
import { manifestName } from '../../../mirror/manifest.ts';
import type { CheckResult } from '../../../output/check-report.ts';
import type { Check } from '../../../reports/checks.ts';
import { contentChanged } from '../../../rows/day-fingerprints.ts';
import type { Session } from '../../../session.ts';
import { statIfThere } from '../../../storage/file-system.ts';
import { nameFirst } from '../../../text.ts';
import { isForPeople } from '../result-format.ts';

const fields: Fields = {
  subject: ['text', { importance: 'answer', names: true }],
  what: [
    { enum: ['bytes', 'sha256', 'rows', 'sum', 'share', 'schema', 'content'] },
    { importance: 'answer' },
  ],
  receipt: ['text or null', { header: 'recorded' }],
  now: ['text or null', {}],
  result: [{ enum: ['same', 'differs'] }, { kind: 'state', importance: 'answer' }],
};

const money = { kind: 'money', currency: 'currency' } as const;
const sum = { ...money, isNumber: ({ what }: Readonly<Record<string, unknown>>) => what !== 'sum' };

/** The fields of checks of rows and sums, with the amount to correct in the next month. */
export const figures: Fields = {
  ...fields,
  receipt: ['text or null', { ...sum, header: 'recorded' }],
  now: ['text or null', sum],
  'correction?': ['decimal', { ...money, signed: true, importance: 'answer' }],
};

export interface Verified {
  readonly receipt: string;
  readonly file?: string | undefined;
  readonly live?: boolean | undefined;
}

interface Outcome {
  /** What is known if nothing differs. */
  readonly compared?: string | undefined;
  readonly hint?: string;
  /** What the checks were to match, if not the manifest or receipt alone. */
  readonly matched?: string;
}

/** Shows every check, or with --live and for people only what differs, which ends the run with exit 11. */
export async function report(
  session: Session,
  { receipt, live }: Verified,
  checks: readonly Check[],
  { compared, hint, matched }: Outcome = {},
): Promise<void> {
  const different = checks.filter(({ result }) => result === 'differs');
  const isManifest = basename(receipt) === manifestName || (await isFolder(receipt));
  const name = isManifest ? 'manifest' : 'receipt';
  const matches = `${receipt}: ${compared ?? `everything matches the ${name}`}`;
  const kinds = [...new Set(checks.map(({ what }) => what))];
  const empty = kinds.length === 0 ? matches : `${matches} (${kinds.join(', ')})`;
  const isBrief = isForPeople(session) && session.outputFlags.columns === undefined;
  await showChecks(session, live || isBrief ? different : checks, empty);
  if (different.length === 0) {
    if (!isBrief) session.output.note(empty);
    return;
  }
  const subjects = [...new Set(different.map(({ subject }) => subject))];
  const what = different.every(isContent)
    ? contentChanged
    : `does not match the ${matched ?? name}`;
  throw new CostctlError('check_failed', `${what}: ${nameFirst(subjects, 10)}`, { hint });
}

/** Shows checks. For people sums are money, and no fingerprint next to them takes their room. */
export async function showChecks(session: Session, checks: readonly Check[], empty: string) {
  const hasSums = checks.some(({ what }) => what === 'sum');
  const shown =
    hasSums && isForPeople(session)
      ? checks.map((one) => (isContent(one) ? { ...one, receipt: null, now: null } : one))
      : checks;
  const view = viewOf(hasSums ? figures : fields, shown);
  await session.output.check(shown, describeCheck, { ...view, empty, warnings: [] });
}

function describeCheck({ subject, what, receipt, now, result }: Check): CheckResult {
  const isSame = result !== 'differs';
  if (!isSame && isContent({ what, receipt, now })) {
    return { name: subject, state: 'failed', message: contentChanged };
  }
  const message = isSame ? `${what}: ${now}` : `${what}: ${receipt} recorded, now ${now}`;
  return { name: `${subject}, ${what}`, state: isSame ? 'passed' : 'failed', message };
}

/** Whether the check is about the content of rows, and not about a file of a pack. */
function isContent({ what, receipt, now }: Pick<Check, 'what' | 'receipt' | 'now'>) {
  return what === 'content' && (receipt !== null || now === null);
}

export async function isFolder(path: string): Promise<boolean> {
  return (await statIfThere(path).catch(() => undefined))?.isDirectory() === true;
}
