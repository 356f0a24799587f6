import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testOddPlaces } from './odd-places.ts';
import { createFolder, removeFolder, runProgram } from './program.ts';

/** Milliseconds: a hundred megabytes are taken apart and written. */
const patience = 480_000;
const mark = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const node = readFileSync(process.execPath);
const folder = createFolder();
const executable = join(folder, 'made', 'costctl');
afterAll(() => removeFolder(folder));

/** Makes the executable with a Node, in it or in another one; answers what was printed, and the exit status. */
function make(
  from: string,
  target: string,
  ...others: string[]
): Promise<{ printed: string; status: number | null }> {
  const words = ['build/executable.js', target, ...others];
  return new Promise((done) => {
    const child = execFile(from, words, (_error, stdout, stderr) =>
      done({ printed: stdout + stderr, status: child.exitCode }),
    );
  });
}

test(
  'a Node that cannot embed a program is rejected, and no file is written',
  async () => {
    const changed = Buffer.from(node);
    const place = changed.indexOf(`${mark}:0`);
    if (place >= 0) changed.write('NOTHING', place);
    const small = join(folder, 'node');
    writeFileSync(small, changed);
    chmodSync(small, 0o755);
    const target = join(folder, 'refused');
    const { printed, status } = await make(place >= 0 ? small : process.execPath, target);
    expect(printed).toMatch(
      /^error: this Node \(v.*\) was built without room for a program in it\n/,
    );
    expect(printed).toMatch(/\nhint: run this with a Node as nodejs\.org /);
    expect(status).toBe(1);
    expect(readdirSync(folder)).toEqual(['node']);
  },
  patience,
);

// Without the mark the refusal above is all that this Node has to show.
if (node.includes(`${mark}:0`)) {
  describe('the single-file executable', testExecutable);
}

function testExecutable(): void {
  beforeAll(async () => {
    const { printed, status } = await make(process.execPath, join(folder, 'made'));
    expect(status).toBe(0);
    const size = /costctl: costctl \d+\.\d+\.\d+ on Node v[\d.]+, (\d+) MB\n$/.exec(printed)?.[1];
    const page = readFileSync('docs/start.md', 'utf8');
    const stated = /about (\d+) MB\s+more/.exec(page)?.[1];
    const added = Number(size) - statSync(process.execPath).size / 1e6;
    expect(Math.abs(added - Number(stated))).toBeLessThan(3);
  }, patience);

  test('Node flags that do not match its compiled code do not change its output', async () => {
    const env = { NODE_OPTIONS: '--max-old-space-size=8192', HOME: folder };
    const program = [executable];
    const line = ['--sandbox', 'workspaces', 'list', '-o', 'csv'];
    const plain = await runProgram(line, { program, env: { HOME: folder } });
    expect(plain).toMatchObject({ status: 0, stderr: '' });
    const { status, stdout, stderr } = await runProgram(line, { program, env });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: plain.stdout, stderr: '' });
  });

  test(
    'put into the Node of another system it is not run here, and works there without compiled code',
    async () => {
      const other = join(folder, 'other-node');
      writeFileSync(other, node, { mode: 0o755 });
      const target = join(folder, 'other');
      const { printed, status } = await make(process.execPath, target, other);
      expect(printed).toMatch(
        /costctl \d+\.\d+\.\d+ on Node v[\d.]+, \d+ MB, for another system, not run\n$/,
      );
      expect(status).toBe(0);
      const line = ['--sandbox', 'workspaces', 'list', '-o', 'csv'];
      const ask = async (file: string) => {
        const outcome = await runProgram(line, { program: [file], env: { HOME: folder } });
        return { status: outcome.status, stdout: outcome.stdout, stderr: outcome.stderr };
      };
      const here = await ask(executable);
      expect(here).toMatchObject({ status: 0, stderr: '' });
      expect(await ask(join(target, 'costctl'))).toEqual(here);
    },
    patience,
  );

  test('comes with the manual and the licenses and no other files', () => {
    const others = ['LICENSE', 'THIRD-PARTY', 'costctl.1'];
    expect(readdirSync(join(folder, 'made')).toSorted()).toEqual([...others, 'costctl'].toSorted());
  });

  test(
    'prints and writes the same as the launcher, with an empty PATH',
    async () => {
      const own = await runAll([executable], join(folder, 'its-own'));
      const launched = await runAll(
        [process.execPath, resolve('bin/costctl.js')],
        join(folder, 'another'),
      );
      expect(own.ended).toEqual(launched.ended);
      expect(launched.ended.map(({ status }) => status)).toEqual(
        lines.map(([expected]) => expected),
      );
      expect(own.files).toEqual(launched.files);
    },
    patience,
  );

  test('needs only HOME in its environment', async () => {
    const cwd = join(folder, 'empty');
    mkdirSync(cwd);
    const { stdout, stderr } = await promisify(execFile)(
      executable,
      ['--sandbox', 'workspaces', 'list', '-o', 'json', '--query', '[0].id', '-r'],
      { cwd, env: { HOME: cwd } },
    );
    expect({ stdout, stderr }).toEqual({ stdout: 'wsp_storefront\n', stderr: '' });
    expect(readdirSync(cwd)).toEqual([]);
  });

  testOddPlaces([executable]);
}

const month = lastMonth();
const written = ['costs.csv', 'costs.csv.gz', 'costs.parquet', 'costs.svg'];
const values = `date,amount,region\n${month}-01,5.50,eu\n`;

/** One after another, each with the exit status that it must have. */
const lines: [status: number, line: string, stdin?: string][] = [
  [0, '--version'],
  [0, '--help'],
  [0, 'help exit-codes'],
  [0, 'help glossary'],
  [0, 'metrics import --help'],
  ...['bash', 'zsh', 'fish', 'powershell'].map((shell): [number, string] => [
    0,
    `completion ${shell}`,
  ]),
  [3, 'workspaces list'],
  [2, 'wrkspaces list -o json'],
  [0, 'doctor --sandbox'],
  [0, '--sandbox workspaces list'],
  [0, '--sandbox workspaces list -o yaml'],
  [0, '--sandbox workspaces list --query [0].id -r'],
  [0, '--sandbox metrics import bmt_orders -', values],
  [0, '--sandbox metrics diff bmt_orders - --check', values],
  ...written.map((file): [number, string] => [
    0,
    `--sandbox costs ${file.endsWith('svg') ? 'chart' : 'export'} --month ${month} -O ${file}`,
  ]),
  [0, 'profiles add work --base-url https://127.0.0.1:1 --token-command pwd --no-verify'],
  [0, '__complete profiles =wo profiles use'],
  [8, '-p work workspaces list --retries 0'],
  [10, '--sandbox api import -', '{"openapi":"3.1.0"}'],
  [0, '--sandbox api import -', readFileSync('test/openapi.yaml', 'utf8')],
  [0, '--sandbox api operations -o csv'],
];

/** In a new folder, with a home of its own and no PATH. */
async function runAll(program: readonly string[], cwd: string) {
  const home = join(cwd, 'home');
  mkdirSync(home, { recursive: true });
  const ended = [];
  for (const [, line, stdin = ''] of lines) {
    const { status, stdout, stderr } = await runProgram(line.split(' '), {
      program,
      cwd,
      stdin,
      env: { HOME: home, PATH: '' },
    });
    ended.push({ line, status, printed: (stdout + stderr).replaceAll(home, '~') });
  }
  const files = written.map((file) => sha256(readFileSync(join(cwd, file))));
  return { ended, files };
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function lastMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
}
