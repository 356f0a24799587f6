import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { codeCacheFor } from '../helpers/code-cache.ts';
import { openTraffic } from '../helpers/traffic.ts';

/** The built program; another build can be named. */
export const launcher = resolve(process.env['COSTCTL_LAUNCHER'] ?? 'bin/costctl.js');

/** Long enough to be unique; nothing may ever show it. */
export const secretToken = 'tok_never_shown_0123456789abcdefghij';

export interface Start {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly stdin?: string;
  /** The words that start it, if it is another form of it than the launcher. */
  readonly program?: readonly string[];
  /** Called with the process right after its start. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
  /** Called with what it writes to stderr, as it comes. */
  readonly onSaid?: (text: string) => void;
  /** Its requests are of operations whose shapes the service does not publish. */
  readonly unpublished?: true;
  /** A shell line that runs the program as "$@". */
  readonly shell?: string;
}

export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly milliseconds: number;
}

/**
 * Runs the built program with nothing of this process's environment but the path. Each request that
 * it sends must be as the service's document says, and so must each answer of a sandbox.
 */
export async function runProgram(line: readonly string[], start: Start = {}): Promise<Ended> {
  const traffic = openTraffic();
  try {
    const env = { ...codeCacheFor(start.env), ...traffic.env(start.env) };
    const ended = await startProgram(line, { ...start, env });
    const isOwn = start.unpublished === true || isOwnRequest(line);
    const problems = traffic.problems(isOwn ? 'answers' : 'all');
    if (problems.length === 0) return ended;
    throw new Error(`against the service's document: ${problems.join('; ')}`);
  } finally {
    traffic.close();
  }
}

/** What a person makes up is not the program's to answer for. */
function isOwnRequest(line: readonly string[]): boolean {
  return line.includes('api') || line.includes('--param');
}

/**
 * Storing the state before a change takes a request of its own. The machine is far from UTC, and no answer
 * may depend on that.
 */
const plain = { COSTCTL_JOURNAL: 'off', TZ: 'Pacific/Auckland' };

function startProgram(line: readonly string[], start: Start): Promise<Ended> {
  const { env = {}, cwd, stdin = '', onStart, onSaid, shell } = start;
  const words = [...(start.program ?? [process.execPath, launcher]), ...line];
  const [command = '', ...others] =
    shell === undefined ? words : ['bash', '-c', shell, 'bash', ...words];
  return new Promise((done, failed) => {
    const began = performance.now();
    const child = spawn(command, others, {
      env: { ...plain, PATH: process.env['PATH'] ?? '', ...env },
      ...(cwd === undefined ? {} : { cwd }),
    });
    const out: Buffer[] = [];
    const said: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      said.push(chunk);
      onSaid?.(chunk.toString());
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    child.on('error', failed);
    child.on('close', (status, signal) => {
      const milliseconds = performance.now() - began;
      const stdout = Buffer.concat(out).toString();
      const stderr = Buffer.concat(said).toString();
      done({ stdout, stderr, status, signal, milliseconds });
    });
    onStart?.((signal) => child.kill(signal));
  });
}

export function createFolder(): string {
  return mkdtempSync(join(tmpdir(), 'costctl-test-'));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Every file under a folder by its path, with its content. */
export function readFiles(folder: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(folder.length + 1), readFileSync(path));
  }
  return files;
}
