import { bareCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { type Fields, viewOf } from '../declaration/result.ts';
import { CostctlError, messageOf } from '../errors.ts';
import { formats } from '../formats/registry.ts';
import type { CheckResult } from '../output/check-report.ts';
import { type Invocation, openLocalSession, openSession, type Session } from '../session.ts';
import type { Setting } from '../settings/choose-settings.ts';
import { findConfigFolder } from '../settings/user-folders.ts';
import { withoutName, workspaceName } from '../settings/workspace-name.ts';
import { resolveSettings, type Settings } from '../settings.ts';
import { pluralize } from '../text.ts';
import {
  checkConfiguration,
  checkNode,
  checkSandboxState,
  describeChoice,
  type Finding,
  failure,
  ok,
  warn,
} from './doctor/machine.ts';
import { checkNetwork, checkService } from './doctor/network.ts';
import { findId } from './named-record.ts';

const fields: Fields = {
  check: ['text', {}],
  status: ['text', { kind: 'state' }],
  message: ['text', {}],
  hint: ['text or null', {}],
};

const sentences = { text: 'message', hint: 'hint', bad: 'fail' };

const check = bareCommand({
  words: 'doctor',
  purpose: 'Check configuration, address, token, proxy and clock, and say what to do',
  local: true,
  check: true,
  rows: fields,
  view: { ...viewOf(fields, [], ['status']), sentences },
  examples: ['costctl doctor', 'costctl doctor -o json'],
  run: async (context, invocation) => {
    const named = workspaceName(invocation.global);
    const findings = await examine(context, withoutName(invocation), named);
    const session = await openAnySession(context, withoutName(invocation));
    try {
      await session.output.check(findings, describeFinding);
    } finally {
      await session.close();
    }
    refuseFailures(findings);
  },
});

export const doctor = [check];

/** The findings are shown even if the settings are what is wrong. */
async function openAnySession(context: Context, invocation: Invocation): Promise<Session> {
  try {
    return await openLocalSession(context, invocation);
  } catch (error) {
    if (!(error instanceof CostctlError)) throw error;
    const format = context.env['COSTCTL_OUTPUT'];
    const known = formats.some((one) => one === format) ? { COSTCTL_OUTPUT: format } : {};
    return openLocalSession({ ...context, env: known }, invocation);
  }
}

async function examine(context: Context, invocation: Invocation, named: string | undefined) {
  const configFolder = findConfigFolder(context);
  const machine = [
    checkNode(context),
    ...(await checkConfiguration(context, configFolder.value)),
    await checkSandboxState(configFolder.value),
  ];
  try {
    const settings = await resolveSettings(invocation.global, context);
    const reached = await reach(context, invocation, settings, named);
    const isChoice = ({ check }: Finding) => named === undefined || check !== 'workspace';
    return [...machine, ...describeChoice(settings).filter(isChoice), ...reached];
  } catch (error) {
    const isReported = machine.some(
      (one) => one.status === 'fail' && one.message === messageOf(error),
    );
    return isReported ? machine : [...machine, failure('settings', error)];
  }
}

/** In seconds. A diagnosis that takes longer looks like a hang, so no rate limit is waited for. */
const probeTimeout = 5;

async function reach(
  context: Context,
  invocation: Invocation,
  settings: Settings,
  named: string | undefined,
): Promise<Finding[]> {
  const { sandbox, baseUrl, token, retries } = settings;
  const unless = (setting: Setting<number>, value: number) =>
    setting.source === 'default' ? { ...setting, value } : setting;
  const timeout = unless(settings.timeout, probeTimeout);
  const way =
    sandbox || baseUrl.value === undefined
      ? []
      : await checkNetwork(context, baseUrl.value, timeout.value * 1000);
  const isOpen = sandbox || (baseUrl.value !== undefined && token.value !== undefined);
  if (!isOpen || way.some((one) => one.status === 'fail')) {
    return named === undefined ? way : [...way, warn('workspace', unknownName(named))];
  }
  const maxWait = unless(settings.maxWait, 0);
  // The session of the run has said the notes.
  const probe = { ...settings, notes: [], timeout, maxWait, retries: { ...retries, value: 0 } };
  const session = await openSession(context, { ...invocation, output: {} }, probe);
  const proxy = way.find(({ check, hint }) => check === 'proxy' && hint !== null);
  session.progress.start(
    `waiting for the service${proxy === undefined ? '' : ` through the proxy ${proxy.message}`}`,
  );
  try {
    const service = await checkService(session);
    if (named === undefined) return [...way, ...service];
    const isRefused = service.some((one) => one.status === 'fail');
    const workspace = isRefused
      ? warn('workspace', unknownName(named))
      : await checkName(session, named);
    return [...way, ...service, workspace];
  } finally {
    await session.close();
  }
}

function unknownName(name: string): string {
  return `${name} is a name, which only the service can look up`;
}

async function checkName(session: Session, text: string): Promise<Finding> {
  // The finding says what the name means.
  const output = { ...session.output, note: () => undefined };
  const name = { noun: 'workspaces', text, mayBeId: false } as const;
  try {
    return ok('workspace', `${text} → ${await findId({ ...session, output }, name)} (--workspace)`);
  } catch (error) {
    return failure('workspace', error);
  }
}

const states = { ok: 'passed', warn: 'skipped', fail: 'failed' } as const;

/** A report for CI has no state for a warning: it is shown as skipped. */
function describeFinding({ check, status, message, hint }: Finding): CheckResult {
  const advice = hint === null ? '' : ` (${hint})`;
  return { name: check, state: states[status], message: `${message}${advice}` };
}

function refuseFailures(findings: readonly Finding[]): void {
  const failed = findings.filter(({ status }) => status === 'fail');
  if (failed.length === 0) return;
  const names = failed.map(({ check }) => check).join(', ');
  throw new CostctlError('check_failed', `${pluralize(failed.length, 'check')} failed: ${names}`, {
    hint: failed.find(({ hint }) => hint !== null)?.hint ?? undefined,
  });
}
