import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

/** A folder with a `costctl` that answers with fixed lines and writes down what it was asked. */
export interface Setup {
  readonly folder: string;
  readonly asked: () => readonly string[];
}

export function createSetup(
  answer = 'wsp_one\tThe first\nwsp_two\tThe second\n',
  { imported = false } = {},
): Setup {
  const folder = mkdtempSync(join(tmpdir(), 'costctl-shell-'));
  if (imported) {
    const described = join(folder, '.config/costctl/described');
    mkdirSync(described, { recursive: true });
    writeFileSync(
      join(described, 'http=++a.words'),
      '/\tinvoices:Invoices\tdebit-notes:Notes\n/invoices\tlist:List invoices\tpay:Pay: at once\n/budgets\tcreate:Create\n',
    );
  }
  const log = join(folder, 'asked');
  writeFileSync(log, '');
  writeFileSync(join(folder, 'answer'), answer);
  const program = join(folder, 'costctl');
  writeFileSync(program, `#!/bin/sh\necho "$*" >>'${log}'\ncat '${join(folder, 'answer')}'\n`);
  chmodSync(program, 0o755);
  return {
    folder,
    asked: () => readFileSync(log, 'utf8').split('\n').filter(Boolean),
  };
}

export const scripts = resolve('completions');

/** Runs a shell with the setup's costctl first in its path; answers with what it printed. */
export function runShell(
  setup: Setup,
  shell: string,
  parameters: readonly string[],
  input = '',
): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(shell, [...parameters], {
      cwd: setup.folder,
      env: {
        PATH: `${setup.folder}${delimiter}${process.env['PATH']}`,
        HOME: setup.folder,
        TMPDIR: setup.folder,
        TERM: 'xterm',
        LC_ALL: 'C.UTF-8',
      },
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', fail);
    child.once('close', () => done(Buffer.concat(chunks).toString('utf8')));
    // A shell that has done its script has gone, and what it did not read with it.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
