import { exitStatuses } from '../../src/errors.ts';
import { type Ended, readFiles, secretToken } from '../e2e/program.ts';
import { problemsOf as problemsOfRequest } from '../helpers/traffic.ts';
import type { Case } from './cases.ts';
import { title } from './commands.ts';
import type { FaultyProxy } from './proxy.ts';
import { retries } from './setup.ts';

/** What failed in how the run ended, what it reported, what it sent, and where the token went. */
export function problemsOf(
  one: Case,
  ended: Ended,
  proxy: FaultyProxy,
  folder: string,
): readonly string[] {
  return [
    ...problemsOfStatus(one, ended),
    ...problemsOfText(ended),
    ...problemsOfSending(one, proxy),
    ...problemsOfSecrecy(ended, proxy, folder),
    ...problemsOfShape(proxy),
  ];
}

/** The exit statuses that the contract allows. */
function allowedStatuses({ fault: { end, point }, struck, how }: Case): readonly number[] {
  if (end === 'whole') return [0];
  const isBatch = (struck.kind === 'import' || struck.kind === 'everywhere') && struck.after > 0;
  if (end === 'waits' && how === 'once') return [0];
  if (end === 'waits' || end === 'refused') return isBatch ? [9, 7] : [7];
  // Some batches were stored, or may have been; some workspaces were read.
  const failed = isBatch ? [9, ...end.exits] : end.exits;
  // Requests that are sent together may have their connections before one is refused.
  if (struck.kind === 'everywhere' && struck.after > 0 && point === 'connect')
    return [0, ...failed];
  if (how === 'always') return failed;
  // Whether a connection is lost before anything was sent on it is the kernel's to say.
  if (end.again === 'perhaps' || (point === 'connect' && !struck.idempotent)) return [0, ...failed];
  return end.again && struck.idempotent ? [0] : failed;
}

function problemsOfStatus(one: Case, { status, signal, stderr }: Ended): string[] {
  const allowed = allowedStatuses(one);
  if (signal === null && status !== null && allowed.includes(status)) return [];
  return [
    `exit ${status ?? signal} instead of ${allowed.join(' or ')}: ${stderr.trim().slice(0, 300)}`,
  ];
}

/** One error, for people or as JSON as it was asked for, and nothing of the program's inside. */
function problemsOfText({ status, stderr }: Ended): string[] {
  const lines = stderr.trimEnd().split('\n');
  const errors = lines.filter((line) => /^(error: |\{"error":)/.test(line));
  const problems = [];
  if (errors.length !== (status === 0 ? 0 : 1)) problems.push(`${errors.length} errors printed`);
  if (/^\s+at .*[:(]/m.test(stderr)) problems.push('a stack trace');
  if (/a defect in this program|\[object|undefined|NaN /.test(errors.join())) {
    problems.push(`printed as ${errors.join()}`);
  }
  if (/(?![\t\n])\p{Cc}/u.test(stderr)) problems.push('control characters');
  const [printed = ''] = errors;
  if (!printed.startsWith('{')) return problems;
  const { error } = JSON.parse(printed);
  const due = Object.entries(exitStatuses).some(
    ([code, exit]) => code === error.code && exit === status,
  );
  return due && lines.at(-1) === printed ? problems : [...problems, `printed as ${printed}`];
}

/** Nothing is sent a second time that may have been carried out, and nothing for ever. */
function problemsOfSending({ fault, struck, how }: Case, proxy: FaultyProxy): string[] {
  const { end } = fault;
  const sent = proxy.requests.filter(({ method }) => method === struck.method).length;
  const isRefusal = end === 'waits' || end === 'refused';
  if (struck.kind === 'create') {
    if (proxy.carriedOut.length > 1) return ['a filter was created twice'];
    const due = fault.point === 'connect' ? sent <= 1 : sent === 1;
    if (!isRefusal && !due) return [`sent ${sent} times`];
    const made = proxy.carriedOut.map(({ request }) => JSON.parse(request.body.toString()).title);
    if (made.some((one) => one !== title)) return [`created ${made.join()}`];
  }
  const isLone = struck.kind === 'get' || struck.kind === 'delete';
  if (how === 'always' && typeof end === 'object' && isLone && fault.point !== 'connect') {
    const due = end.again === true ? 1 + retries : 1;
    if (sent !== due) return [`sent ${sent} times instead of ${due}`];
  }
  return [];
}

/** The token goes into one header of requests to the one address, and nowhere else. */
function problemsOfSecrecy(ended: Ended, proxy: FaultyProxy, folder: string): string[] {
  const places: [string, string | Buffer][] = [
    ['stdout', ended.stdout],
    ['stderr', ended.stderr],
    ...readFiles(folder),
  ];
  const shown = places.filter(([, text]) => text.includes(secretToken)).map(([place]) => place);
  const stray = proxy.requests.filter(({ target, headers, body }) => {
    const others = headers.filter(([name]) => name !== 'authorization');
    return [target, JSON.stringify(others), body.toString()].join().includes(secretToken);
  });
  const without = proxy.requests.filter(
    ({ headers }) =>
      headers.filter(
        ([name, value]) => name === 'authorization' && value === `Bearer ${secretToken}`,
      ).length !== 1,
  );
  return [
    ...shown.map((place) => `the token is in ${place}`),
    ...stray.map(({ target }) => `the token went elsewhere: ${target.replaceAll(secretToken, '')}`),
    ...without.map(({ target }) => `no token went with ${target}`),
  ];
}

/** Each request is as the service's document says. */
function problemsOfShape({ requests }: FaultyProxy): readonly string[] {
  return requests.flatMap(({ method, target, body }) =>
    problemsOfRequest({
      method,
      path: target,
      ...(body.length === 0 ? {} : { requestBody: body.toString() }),
    }),
  );
}
