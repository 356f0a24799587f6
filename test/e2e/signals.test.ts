import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has, needs } from '../helpers/needs.ts';
import { createFolder, launcher, removeFolder, runProgram } from './program.ts';

const folder = createFolder();
afterAll(() => removeFolder(folder));

/**
 * Keeps the main thread busy for half a minute: from the given moment, once it has taken a signal, or when
 * it reads or writes a file whose name contains a text. Says when that begins, or when a signal may be sent.
 * In pieces, it takes a signal between them and never ends. Alone, it gets no second thread.
 */
const busy = join(folder, 'busy.cjs');
writeFileSync(
  busy,
  `const threads = require('node:worker_threads');
const { isMainThread } = threads;
if (process.env.BUSY_ALONE) threads.Worker = undefined;
const clock = new Int32Array(new SharedArrayBuffer(4));
// What is asleep takes no turn of its loop, as what works, and leaves the processor to others.
const work = (milliseconds = 30_000) => Atomics.wait(clock, 0, 0, milliseconds);
if (isMainThread) {
  const { abort } = AbortController.prototype;
  AbortController.prototype.abort = function (reason) {
    if (process.env.BUSY_AFTER && reason?.code === 'interrupted') work();
    return abort.call(this, reason);
  };
  const { BUSY_FROM, BUSY_OPEN, BUSY_PIECES } = process.env;
  const piece = () => {
    work(50);
    setImmediate(piece);
  };
  const begin = () => {
    process.stderr.write('busy');
    if (BUSY_PIECES) piece();
    else if (!process.env.BUSY_AFTER) work();
  };
  if (BUSY_FROM) setTimeout(begin, Number(BUSY_FROM)).unref();
  const files = require('node:fs/promises');
  const { open } = files;
  files.open = async (path, ...more) => {
    const handle = await open(path, ...more);
    if (!BUSY_OPEN || !String(path).includes(BUSY_OPEN)) return handle;
    for (const name of ['read', 'writeFile', 'datasync']) {
      const use = handle[name];
      handle[name] = (...given) => {
        begin();
        return BUSY_PIECES ? new Promise(() => {}) : use.apply(handle, given);
      };
    }
    return handle;
  };
}
`,
);

type Kill = (signal: NodeJS.Signals) => void;

/** A program that waits for an answer, and is busy long after it has started. */
function runBusy(act: (kill: Kill) => void, more: Readonly<Record<string, string>> = {}) {
  let kill: Kill = () => undefined;
  return runProgram(['workspaces', 'list', '--base-url', 'http://127.0.0.1:9'], {
    env: {
      NODE_OPTIONS: `--require ${JSON.stringify(busy)}`,
      BUSY_FROM: '3000',
      COSTCTL_TOKEN: 'tok_0123456789',
      COSTCTL_RETRIES: '100',
      HOME: folder,
      ...more,
    },
    onStart: (found) => {
      kill = found;
    },
    onSaid: (text) => {
      if (text.includes('busy')) act(kill);
    },
  });
}

needs('Unix signals');

// Most of the time they wait: so they do it at the same time.
test.concurrent.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)(
  'one %s ends a busy program by that signal',
  async (name) => {
    let sent = 0;
    const ended = await runBusy((kill) => {
      sent = performance.now();
      kill(name);
    });
    expect([ended.status, ended.signal]).toEqual([null, name]);
    const took = performance.now() - sent;
    expect(took).toBeGreaterThan(600);
    expect(took).toBeLessThan(10_000);
  },
);

test('a second signal ends a busy program at once', async () => {
  let sent = 0;
  const ended = await runBusy((kill) => {
    sent = performance.now();
    kill('SIGINT');
    setTimeout(() => kill('SIGTERM'), 50);
  });
  expect([ended.status, ended.signal]).toEqual([null, 'SIGTERM']);
  expect(performance.now() - sent).toBeLessThan(650);
});

test('a signal is not lost if it arrives while the second thread starts', async () => {
  // The main thread sleeps until the other one listens: only then does it see both.
  const early = join(folder, 'early.cjs');
  writeFileSync(
    early,
    `const threads = require('node:worker_threads');
if (threads.isMainThread) {
  threads.Worker = class extends threads.Worker {
    constructor(...given) {
      super(...given);
      process.kill(process.pid, 'SIGTERM');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
    }
  };
  require('node:module').syncBuiltinESMExports();
}
`,
  );
  const { status, signal } = await runBusy(() => undefined, {
    NODE_OPTIONS: `--require ${JSON.stringify(early)}`,
  });
  expect([143, 'SIGTERM']).toContain(signal ?? status);
});

test('one signal ends a program that takes it and goes on working', async () => {
  let sent = 0;
  const ended = await runBusy(
    (kill) => {
      sent = performance.now();
      kill('SIGINT');
    },
    { BUSY_AFTER: '1' },
  );
  expect([ended.status, ended.signal]).toEqual([null, 'SIGINT']);
  expect(performance.now() - sent).toBeLessThan(15_000);
});

describe('a program that is busy within its first second is ended by a signal', () => {
  /** The line uses a file with the text in its name, and works from then on. */
  async function end(line: readonly string[], opened: string, env = {}) {
    let kill: Kill = () => undefined;
    return runProgram(line, {
      env: {
        NODE_OPTIONS: `--require ${JSON.stringify(busy)}`,
        BUSY_OPEN: opened,
        COSTCTL_CONFIG_DIR: join(folder, 'config'),
        ...env,
      },
      onStart: (found) => {
        kill = found;
      },
      onSaid: (text) => {
        if (text.includes('busy')) kill('SIGTERM');
      },
    });
  }

  test('if it reads a large file', async () => {
    const path = join(folder, 'large.yaml');
    writeFileSync(path, `version: 1\n${'# text\n'.repeat(30_000)}`);
    const ended = await end(['config', 'validate', path], 'large.yaml');
    expect([ended.status, ended.signal]).toEqual([null, 'SIGTERM']);
    expect(ended.milliseconds).toBeLessThan(20_000);
  });

  test('if a response is large, and its temporary file is removed', async () => {
    const name = 'x'.repeat(200_000);
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ links: { next: null }, data: [{ id: 'wsp_a', name }] }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const place = join(folder, 'results');
    mkdirSync(place);
    const env = { COSTCTL_BASE_URL: `http://127.0.0.1:${port}`, COSTCTL_TOKEN: 'tok_0123456789' };
    const line = ['workspaces', 'list', '-O', join(place, 'out.json')];
    const ended = await end(line, '.out.json.', env);
    server.close();
    expect([ended.status, ended.signal]).toEqual([null, 'SIGTERM']);
    expect(ended.milliseconds).toBeLessThan(20_000);
    expect(readdirSync(place)).toEqual([]);
  });
});

describe('work in pieces that never looks at a signal leaves no lock behind', () => {
  const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;
  const numbers = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

  /** The line hangs when it uses a file with the text in its name, and gets the signal then. */
  async function interrupt(
    name: (typeof signals)[number],
    line: readonly string[],
    opened: string,
    start: { readonly cwd: string; readonly shell?: string },
    more: Readonly<Record<string, string>> = {},
  ) {
    let sent = 0;
    let kill: Kill = () => undefined;
    const ended = await runProgram(line, {
      ...start,
      onStart: (found) => {
        kill = found;
      },
      env: {
        NODE_OPTIONS: `--require ${JSON.stringify(busy)}`,
        COSTCTL_CONFIG_DIR: join(folder, 'config'),
        TMPDIR: start.cwd,
        BUSY_OPEN: opened,
        BUSY_PIECES: '1',
        ...more,
      },
      onSaid: (text) => {
        if (!text.includes('busy')) return;
        sent = performance.now();
        kill(name);
      },
    });
    expect([numbers[name], name]).toContain(ended.status ?? ended.signal);
    expect(ended.stderr.endsWith(`busyerror: interrupted by ${name}\n`)).toBe(true);
    expect(performance.now() - sent).toBeLessThan(10_000);
  }

  const isTerminal = { shell: 'exec "$@" < /dev/null' };
  test.each([
    ...signals.map((name) => [name, '', {}, {}] as const),
    ...signals.map((name) => [name, ' alone', {}, { BUSY_ALONE: '1' }] as const),
    // What may have been a terminal ends the program at once.
    ['SIGHUP', ' alone on a terminal', isTerminal, { BUSY_ALONE: '1' }] as const,
  ])('%s during a mirror%s', async (name, how, start, more) => {
    const rows = join(folder, 'rows.csv');
    writeFileSync(rows, 'date,cost,currency\n2026-10-01,1,USD\n');
    const place = join(folder, `mirror ${name}${how}`);
    const line = ['costs', 'mirror', place, '--files', rows];
    await interrupt(name, line, 'rows.csv', { cwd: folder, ...start }, more);
    expect(readdirSync(place)).toEqual([]);
  });

  test.each(signals)('%s during a call of a server', async (name) => {
    const cwd = join(folder, `server ${name}`);
    mkdirSync(cwd);
    const call = (id: number, method: string, params: object) =>
      JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const clientInfo = { name: 'test', version: '1' };
    const requests = [
      call(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }),
      call(2, 'tools/call', {
        name: 'export_costs',
        arguments: { from: '2026-10-01', to: '2026-10-01', file: 'out.csv' },
      }),
    ];
    writeFileSync(join(cwd, 'requests'), `${requests.join('\n')}\n`);
    const shell = 'exec "$@" < <(cat requests; exec sleep 20 2> /dev/null)';
    const line = ['mcp', '--sandbox', '--export-dir', '.'];
    await interrupt(name, line, 'out.csv.part', { cwd, shell });
    // What was read is kept for --resume.
    expect(readdirSync(cwd).sort()).toEqual(['out.csv.part', 'requests']);
  });
});

describe('a window that is closed', () => {
  needs('script');

  test('ends a prompt for a token as SIGHUP does', async () => {
    const status = join(folder, 'status');
    const line = `${process.execPath} ${launcher} profiles add work --base-url https://a.test`;
    const command = `trap : HUP; ${line}; echo $? > ${status}`;
    const window = spawn('script', ['-qfec', command, '/dev/null'], {
      env: { PATH: process.env['PATH'] ?? '', COSTCTL_CONFIG_DIR: join(folder, 'config') },
    });
    for await (const chunk of window.stdout) {
      if (String(chunk).includes('API token: ')) window.kill('SIGKILL');
    }
    const ended = () => (existsSync(status) ? readFileSync(status, 'utf8') : '');
    while (ended() === '') await new Promise((done) => setTimeout(done, 20));
    expect(ended()).toBe('129\n');
  });
});

const pipe = join(folder, 'pipe');

/** Each reads a file that is never written. */
const lines: readonly (readonly string[])[] = [
  ['api', 'import', pipe],
  ['api', 'POST', '/v1/x', '--data', `@${pipe}`],
  ['metrics', 'import', 'bmt_x', pipe],
  ['costs', 'verify', pipe],
  ['profiles', 'add', 'a', '--base-url', 'https://a.test', '--token-file', pipe],
];

describe('a pipe without a writer', () => {
  needs('mkfifo');

  /** How long each program is given until it opens the pipe. A busy machine starts them more slowly. */
  let startTime = 0;

  beforeAll(async () => {
    if (has('mkfifo')) execFileSync('mkfifo', [pipe]);
    const begun = performance.now();
    const env = { COSTCTL_CONFIG_DIR: join(folder, 'config') };
    await Promise.all(lines.map(() => runProgram(['profiles', 'list'], { env })));
    startTime = 1000 + 4 * (performance.now() - begun);
  });

  test.concurrent.each(lines)(
    'one signal ends a command that reads from the pipe: %s %s',
    async (...line) => {
      const env = {
        COSTCTL_CONFIG_DIR: join(folder, 'config'),
        COSTCTL_TOKEN: 'tok_0123456789',
        COSTCTL_BASE_URL: 'http://127.0.0.1:9',
        COSTCTL_WORKSPACE: 'wsp_a',
        // An import asks the service first.
        COSTCTL_RETRIES: '100',
      };
      let sent = 0;
      const ended = await runProgram(line, {
        env,
        onStart: (kill) => {
          setTimeout(() => {
            sent = performance.now();
            kill('SIGINT');
          }, startTime);
        },
      });
      // A file that is still being opened lets nothing but the signal itself end the process.
      expect([130, 'SIGINT']).toContain(ended.status ?? ended.signal);
      expect(ended.stderr).toBe('error: interrupted by SIGINT\n');
      expect(performance.now() - sent).toBeLessThan(5000);
    },
  );
});
