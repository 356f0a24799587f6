import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answer, reset, stall } from '../helpers/loopback.ts';
import { needs } from '../helpers/needs.ts';
import { pageOf } from '../helpers/service.ts';
import { readFiles } from './program.ts';
import { listed, openPlace, type Place } from './service.ts';

let place: Place;

beforeEach(() => {
  place = openPlace();
});

afterEach(() => place.close());

const list = ['workspaces', 'list'];
const record = { id: 'wsp_a', name: 'A' };
const esc = '\u001b[';

describe('colors', () => {
  const run = async (env: Readonly<Record<string, string>>, ...words: string[]) => {
    const good = await place.costctl(await place.serve(listed(record)), [...list, ...words], {
      env,
    });
    const bad = await place.costctl(await place.serve(answer(404, {})), [...list, ...words], {
      env,
    });
    return [good.stdout.includes(esc), bad.stderr.includes(esc)];
  };

  test.each<[string, Record<string, string>, string[], boolean]>([
    ['not off a terminal', {}, [], false],
    ['forced by FORCE_COLOR', { FORCE_COLOR: '1' }, [], true],
    ['not forced by FORCE_COLOR=0', { FORCE_COLOR: '0' }, [], false],
    ['taken away by NO_COLOR', { FORCE_COLOR: '1', NO_COLOR: '1' }, [], false],
    ['taken away by --no-color', { FORCE_COLOR: '1' }, ['--no-color'], false],
  ])('are %s', async (_name, env, words, expected) => {
    expect(await run(env, ...words)).toEqual([expected, expected]);
  });

  describe('on a terminal', () => {
    needs('script');

    test('are turned off by NO_COLOR even with FORCE_COLOR', async () => {
      const { stdout } = await place.costctl(undefined, [...list, '--sandbox', '--max', '1'], {
        env: { TERM: 'xterm', NO_COLOR: '1', FORCE_COLOR: '1' },
        shell: `printf -v words '%q ' "$@"; script -qec "$words" /dev/null`,
      });
      expect(stdout).toMatch(/^id +wsp_storefront\r\nname +Storefront\r\n/);
      expect(stdout).not.toContain('\x1b');
    });
  });

  test('do not appear in machine-readable formats, even with FORCE_COLOR', async () => {
    const env = { FORCE_COLOR: '1' };
    for (const format of ['json', 'ndjson', 'csv', 'tsv', 'yaml', 'markdown']) {
      const service = await place.serve(listed(record));
      const { stdout } = await place.costctl(service, [...list, '-o', format], { env });
      expect(stdout).not.toContain(esc);
    }
    const { stderr } = await place.costctl(undefined, [...list, '-o', 'json', '--nope'], { env });
    expect(stderr).not.toContain(esc);
  });
});

describe('pipes', () => {
  const many = Array.from({ length: 20_000 }, (_, number) => ({
    id: `wsp_${number}`,
    name: 'x'.repeat(100),
  }));

  test.each([['table'], ['json'], ['ndjson'], ['csv']])(
    'a reader that stops early ends %s quietly',
    async (format) => {
      const service = await place.serve(listed(...many));
      const { stdout, stderr, status } = await place.costctl(service, [...list, '-o', format], {
        shell: '"$@" | head -c 100; exit "$PIPESTATUS"',
      });
      expect({ length: stdout.length, stderr, status }).toEqual({
        length: 100,
        stderr: '',
        status: 0,
      });
    },
  );

  test('pages that nobody reads are not asked for, by any command that only reads', async () => {
    const service = await place.serve(answer(200, pageOf(many, { next: '?page=2' })), stall);
    const words = ['api', 'GET', '/v1/workspaces', '--paginate', '-o', 'ndjson'];
    const { status, stderr } = await place.costctl(service, [...words, '--concurrency', '1'], {
      shell: '"$@" | head -c 100; exit "$PIPESTATUS"',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test.each([['json'], ['csv']])('a slow reader gets every byte of %s', async (format) => {
    const service = await place.serve(listed(...many));
    const line = [...list, '-o', format];
    const whole = await place.costctl(service, [...line, '-O', 'whole'], { cwd: place.folder });
    expect(whole.status).toBe(0);
    const { status } = await place.costctl(service, line, {
      shell: '"$@" | (sleep 0.5; cat > read); exit "$PIPESTATUS"',
    });
    expect(status).toBe(0);
    const [read, meant] = ['read', 'whole'].map((name) => readFileSync(join(place.folder, name)));
    expect(meant?.length).toBeGreaterThan(1_000_000);
    expect(meant && read?.equals(meant)).toBe(true);
  });

  test('a list is streamed: earlier items are printed before later pages arrive', async () => {
    const service = await place.serve(
      answer(200, pageOf(many.slice(0, 200), { next: '?page=2' })),
      stall,
    );
    const { stdout } = await place.costctl(service, [
      ...list,
      '-o',
      'ndjson',
      '--timeout',
      '1',
      '--retries',
      '0',
    ]);
    expect(stdout.split('\n')[0]).toBe(JSON.stringify(many[0]));
  });

  test('a closed stderr does not change the exit code', async () => {
    const failing = await place.serve(answer(404, {}));
    const said = await place.costctl(failing, list, { shell: '"$@" 2>&-' });
    expect(said.status).toBe(5);
  });

  describe('a full disk', () => {
    needs('/dev/full');

    test('ends with exit 1', async () => {
      const service = await place.serve(listed(...many));
      const { status, stderr } = await place.costctl(service, list, { shell: '"$@" > /dev/full' });
      expect(status).toBe(1);
      expect(stderr).toMatch(/^error: cannot write the output: no space left on the disk/);
    });
  });
});

describe('signals', () => {
  test.each<[NodeJS.Signals, number]>([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])(
    '%s ends a running request with exit %d and leaves no temporary file',
    async (signal, exit) => {
      const service = await place.serve(answer(200, pageOf([record], { next: '?page=2' })), stall);
      const arrived = async () => {
        while (service.requests.length < 2) await new Promise((done) => setTimeout(done, 20));
      };
      const { status, stderr } = await place.costctl(
        service,
        [...list, '-O', 'out.csv', '-o', 'csv'],
        {
          onStart: (kill) => void arrived().then(() => kill(signal)),
        },
      );
      // What runs share about the rate limit stays.
      const left = [...readFiles(place.folder).keys()].filter((path) => !/rate-limits/.test(path));
      expect({ status, stderr, left }).toEqual({
        status: exit,
        stderr: `error: interrupted by ${signal}\n`,
        left: [],
      });
    },
  );

  test('an error during shutdown is not reported', async () => {
    const service = await place.serve(stall);
    const path = join(place.folder, 'late.cjs');
    writeFileSync(path, "process.once('beforeExit', () => Promise.reject(new Error('late')));");
    const arrived = async () => {
      while (service.requests.length < 1) await new Promise((done) => setTimeout(done, 20));
    };
    const { status, stderr } = await place.costctl(service, list, {
      env: { NODE_OPTIONS: `--require ${JSON.stringify(path)}` },
      onStart: (kill) => void arrived().then(() => kill('SIGINT')),
    });
    expect({ status, stderr }).toEqual({ status: 130, stderr: 'error: interrupted by SIGINT\n' });
  });

  test('a signal ends a wait for the rate limit', async () => {
    const service = await place.serve(answer(429, {}, { 'retry-after': 60 }));
    const arrived = async () => {
      while (service.requests.length < 1) await new Promise((done) => setTimeout(done, 20));
    };
    const { status, stderr } = await place.costctl(service, [...list, '-o', 'json'], {
      onStart: (kill) => void arrived().then(() => kill('SIGTERM')),
    });
    expect({ status, code: JSON.parse(stderr).error.code }).toEqual({
      status: 143,
      code: 'interrupted',
    });
  });
});

test('without a terminal nothing is asked, and a delete without --yes ends with exit 2', async () => {
  const service = await place.serve(reset);
  for (const line of [
    ['providers', 'delete', 'prv_a'],
    ['workspaces', 'delete', 'wsp_a'],
    ['workspaces', 'delete', 'wsp_a', '--confirm', 'wsp_b'],
    ['api', 'DELETE', '/v1/workspaces/wsp_a'],
    ['filters', 'rm', 'flt_a', '-w', 'wsp_a'],
  ]) {
    const { status, stdout, stderr } = await place.costctl(service, line);
    expect({ line, status, stdout }).toEqual({ line, status: 2, stdout: '' });
    expect(stderr).toMatch(/^error: .*\nhint: add --(yes|confirm wsp_a)\n$/);
  }
  expect(service.requests).toEqual([]);
});
