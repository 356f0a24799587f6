import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveSandbox } from '../../src/sandbox/server.ts';
import { createContext } from '../helpers/context.ts';
import { createFolder, removeFolder } from './program.ts';

const patience = 120_000;
const folder = createFolder();
const prefix = join(folder, 'a prefix');
afterAll(() => removeFolder(folder));

/** npm with settings and a cache of its own, and without a network. */
async function npm(cwd: string, ...words: readonly string[]): Promise<string> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    npm_config_cache: join(folder, 'cache'),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  };
  // On Windows npm is a script of its shell.
  const shell = process.platform === 'win32';
  const { stdout } = await promisify(execFile)('npm', [...words], { cwd, env, shell });
  return stdout;
}

let packed: string;

/** Of what is in the repository alone: nothing was built there. */
async function pack(): Promise<string> {
  const clone = join(folder, 'clone');
  const left = new Set(['node_modules', '.git', 'coverage']);
  const isMade = (name: string) => left.has(name) || /^dist(-|$)|\.tgz$/.test(name);
  for (const name of readdirSync('.').filter((one) => !isMade(one))) {
    cpSync(name, join(clone, name), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'), 'junction');
  await npm(clone, 'pack', '--pack-destination', folder);
  const made = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (made === undefined) throw new Error('npm packed nothing');
  return join(folder, made);
}

beforeAll(async () => {
  packed = await pack();
  await npm(folder, 'install', '--global', '--prefix', prefix, packed);
}, patience);

describe('installed from its package, offline', () => {
  test('the package is smaller than 2.5 MB', () => {
    expect(statSync(packed).size).toBeLessThan(2_500_000);
  });

  test(
    'the program starts by its name and prints a record',
    async () => {
      const program = process.platform === 'win32' ? 'costctl.cmd' : 'bin/costctl';
      const line = ['--sandbox', 'workspaces', 'get', 'wsp_storefront', '-o', 'json'];
      const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
      const { stdout, stderr } = await promisify(execFile)(join(prefix, program), line, { env });
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toMatchObject({ id: 'wsp_storefront' });
    },
    patience,
  );

  test('the manual page is installed in the man folder', () => {
    const page = readFileSync(join(prefix, 'share/man/man1/costctl.1'), 'utf8');
    expect(page).toBe(readFileSync(resolve('man/costctl.1'), 'utf8'));
  });

  test('the package includes completions and licenses, and installs no other package', () => {
    const home = join(prefix, 'lib/node_modules/costctl');
    for (const name of [
      'completions/costctl.bash',
      'completions/_costctl',
      'THIRD-PARTY',
      'LICENSE',
    ]) {
      expect(statSync(join(home, name)).size).toBeGreaterThan(500);
    }
    expect(() => statSync(join(home, 'node_modules'))).toThrow();
  });
});

test(
  'a program in TypeScript compiles against the package and runs',
  async () => {
    const project = join(folder, 'project');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{"type":"module"}');
    const page = readFileSync('docs/integrations.md', 'utf8');
    writeFileSync(join(project, 'example.ts'), /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? '');
    writeFileSync(
      join(project, 'types.ts'),
      `import type { Operations } from 'costctl';
type Response<Id extends keyof Operations> = Operations[Id]['response'];
export const removed: Response<'deleteProvider'> = undefined;
export const countOf = ({ created }: Response<'importBusinessMetricValues'>): number => created;
`,
    );
    await npm(project, 'install', '--no-audit', '--no-fund', packed);
    const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes'];
    const types = ['--types', 'node', '--typeRoots', resolve('node_modules/@types')];
    const words = ['--module', 'nodenext', '--target', 'es2023', ...strict, ...types];
    const files = ['example.ts', 'types.ts'];
    const compiler = resolve('node_modules/.bin/tsc');
    await promisify(execFile)(compiler, [...words, ...files], { cwd: project });
    const clock = { now: () => Date.parse('2026-11-15T12:00:00Z'), sleep: () => Promise.resolve() };
    const server = await serveSandbox({ context: createContext({ clock }), state: undefined });
    const env = { COSTCTL_BASE_URL: server.url, COSTCTL_TOKEN: server.tokens.organization };
    const { stdout } = await promisify(execFile)(process.execPath, ['example.js'], {
      cwd: project,
      env,
    });
    await server.close();
    const printed = stdout.split('\n');
    expect(printed[0]).toBe('prv_aws_main AWS organization');
    expect(
      printed.filter((line) => /^2026-10-0[12] .* \d+\.\d{3,} (USD|EUR)$/.test(line)).length,
    ).toBeGreaterThan(2);
    expect(printed.at(-2)).toMatch(/^\{ created: [01], updated: [01], unchanged: [01] \}$/);
  },
  patience,
);
