import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Contract, createContract } from './contract.ts';

type Environment = Readonly<Record<string, string>>;

/** What spawned programs send, and what sandboxes answer them, held against the service's document. */
export interface Traffic {
  /** For the environment of a program; what it starts has it too. */
  readonly env: (given?: Environment) => Record<string, string>;
  /** What was wrong since the last time. */
  readonly problems: (of?: 'answers' | 'all') => string[];
  readonly close: () => void;
}

export const wiretap = resolve('test/helpers/wiretap.cjs');
let contract: Contract | undefined;

export function openTraffic(): Traffic {
  const folder = mkdtempSync(join(tmpdir(), 'costctl-traffic-'));
  const file = join(folder, 'lines');
  return {
    env: (given = {}) => ({
      ...given,
      NODE_OPTIONS: `--require ${JSON.stringify(wiretap)} ${given['NODE_OPTIONS'] ?? ''}`,
      COSTCTL_WIRETAP: file,
    }),
    problems(of = 'all') {
      if (!existsSync(file)) return [];
      const reports = [...parseReports(readFileSync(file))];
      rmSync(file);
      return reports.flatMap((reported) => {
        return of === 'all' || 'status' in reported ? problemsOf(reported) : [];
      });
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly requestBody?: string;
}

interface Answered {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

export type Reported = Sent | Answered;

/** As the wiretap writes them; a kill may tear the last one. */
function* parseReports(written: Buffer): Generator<Reported> {
  for (let at = 0; ; ) {
    const end = written.indexOf('\n', at);
    if (end < 0) return;
    const { bytes, ...reported } = JSON.parse(written.toString('utf8', at, end));
    at = end + 1 + bytes;
    if (at > written.length) return;
    yield 'status' in reported ? { ...reported, body: written.subarray(end + 1, at) } : reported;
  }
}

/** What was said of the answers so far: many runs get the same pages of cost rows. */
const judged = new Map<string, string[]>();

export function problemsOf(reported: Reported): string[] {
  // Only errors are judged by more than these.
  if (!('status' in reported) || reported.status >= 400) return judge(reported);
  const { method, path, status, headers, body } = reported;
  const exchange = [method, path, status, readHeader(headers)('content-type')];
  const key = createHash('sha256').update(exchange.join('\n')).update(body).digest('base64');
  const problems = judged.get(key) ?? judge(reported);
  judged.set(key, problems);
  return problems;
}

function judge(reported: Reported): string[] {
  contract ??= createContract();
  const { method, path } = reported;
  // A base address may have a path of its own.
  const target = path.slice(Math.max(path.indexOf('/v1/'), 0));
  const problems =
    'status' in reported
      ? contract.problemsOfAnswer({
          ...reported,
          target,
          body: reported.body.toString(),
          headers: { get: readHeader(reported.headers) },
        })
      : contract.problemsOfRequest({ ...reported, target });
  return problems.map((problem) => `${method} ${target}: ${problem}`);
}

function readHeader(headers: readonly string[]): (name: string) => string | null {
  return (name) => {
    const at = headers.findIndex((text, place) => place % 2 === 0 && text.toLowerCase() === name);
    return at < 0 ? null : (headers[at + 1] ?? null);
  };
}
