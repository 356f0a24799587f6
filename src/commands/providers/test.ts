import { operations } from '../../api/operations.ts';
import { describeFailure } from '../../api/problem.ts';
import { getProvider, listIdentifiedProviders, testProvider } from '../../api/provider-calls.ts';
import { command } from '../../command.ts';
import { flag, restArguments } from '../../declaration/option.ts';
import { type Fields, viewOf } from '../../declaration/result.ts';
import { providerId } from '../../declaration/shared.ts';
import { CostctlError, type ErrorCode, ifFailed, usageError } from '../../errors.ts';
import { inOrder } from '../../limit.ts';
import type { CheckResult } from '../../output/check-report.ts';
import type { Session } from '../../session.ts';
import { labelOf, requireSome } from './views.ts';

interface Tested {
  readonly id: string;
  readonly name: string | null;
  /** Null if the test itself could not be made. */
  readonly success: boolean | null;
  readonly message: string | null;
  readonly metadata: unknown;
}

const fields: Fields = {
  id: ['text', { importance: 'answer' }],
  // A service that has no names needs no column for them.
  name: ['text or null', { ifAny: true }],
  success: [{ type: ['boolean', 'null'] }, { kind: 'state', importance: 'answer' }],
  message: ['text or null', { importance: 'answer' }],
  metadata: 'anything',
};

export const test = command({
  words: 'providers test',
  purpose: 'Test credentials and connectivity; exit 11 if one fails',
  operation: operations.testProvider,
  check: true,
  arguments: { providers: restArguments(providerId, 'provider ids or names') },
  options: { all: flag('test every provider') },
  rows: fields,
  examples: ['costctl providers test prv_aws_main', 'costctl providers test --all -o csv'],
  run: async (session, { providers: ids, all }) => {
    if (all === true && ids.length > 0) throw usageError('--all and ids cannot be used together');
    if (all !== true && ids.length === 0)
      throw usageError('no provider is named', 'give ids or --all');
    await testProviders(
      session,
      all === true
        ? await readAll(session)
        : [...new Set(ids)].map((id) => ({ id, name: undefined })),
    );
  },
});

function describeTest({ id, name, success, message }: Tested): CheckResult {
  const state = success === null ? 'error' : success ? 'passed' : 'failed';
  return { name: labelOf({ name, id }), state, message: message ?? '' };
}

/** Tests providers in parallel, shows a row for each in the order given, and fails if one of them fails. */
export async function testProviders(session: Session, subjects: readonly Subject[]): Promise<void> {
  await requireSome(session, subjects);
  const results: Tested[] = [];
  const faults: CostctlError[] = [];
  const test = async (subject: Subject): Promise<Tested> => {
    try {
      return await testOne(session, subject);
    } catch (error) {
      // If the service fails on one provider, the others still have their rows.
      if (subjects.length === 1 || !(error instanceof CostctlError)) throw error;
      if (!passing.has(error.code)) throw error;
      faults.push(error);
      const { id, name = null } = subject;
      return { id, name, success: null, message: describeFailure(error), metadata: null };
    }
  };
  const tasks = subjects.map((subject) => () => test(subject));
  session.progress.start(`tested 0 of ${subjects.length}`);
  for await (const result of inOrder(tasks, session.http.concurrency)) {
    results.push(result);
    session.progress.update(`tested ${results.length} of ${subjects.length}`);
  }
  const [fault] = faults;
  const concernsToken = faults.every(({ code }) => code === 'forbidden' || code === 'rate_limited');
  if (fault !== undefined && faults.length === results.length && concernsToken) throw fault;
  const failed = results.filter(({ success }) => success === false);
  const unknown = results.filter(({ success }) => success === null);
  const passed = failed.length === 0 && unknown.length === 0;
  await session.output.check(results, describeTest, viewOf(fields, results));
  if (unknown.length > 0) {
    const message = `${unknown.length} of ${results.length} providers could not be tested`;
    throw new CostctlError('incomplete', message, { hint: 'the list says why; test those again' });
  }
  if (passed) return;
  const what =
    results.length === 1
      ? `the test of ${failed[0]?.id} failed`
      : `${failed.length} of ${results.length} providers failed their test`;
  throw new CostctlError('check_failed', what, {
    hint: 'costctl providers update ID --credential name=@file --test',
  });
}

interface Subject {
  readonly id: string;
  readonly name: string | null | undefined;
}

/** The result of a test counts even if the provider itself cannot be read. */
async function readName({ http }: Session, { id, name }: Subject): Promise<string | null> {
  if (name !== undefined) return name;
  const found = await getProvider(http, id).catch(ifFailed(undefined));
  return found?.name ?? null;
}

async function readAll({ http }: Session): Promise<Subject[]> {
  // A provider that moves to a later page while the list is read is in it twice.
  const subjects = new Map<string, Subject>();
  for await (const { id, name = null } of listIdentifiedProviders(http))
    subjects.set(id, { id, name });
  return [...subjects.values()];
}

async function testOne(session: Session, subject: Subject): Promise<Tested> {
  const { id } = subject;
  const { success, message = null, metadata = null } = await testProvider(session.http, id);
  return { id, name: await readName(session, subject), success, message, metadata };
}

/** What the service may answer for one provider and not for the next. */
const passing: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'conflict',
  'forbidden',
  'invalid_request',
  'network',
  'not_found',
  'rate_limited',
  'server_error',
  'unexpected_response',
]);
