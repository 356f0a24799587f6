import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import {
  injectPlatformFault,
  type PlatformFault,
  platformFaults,
} from './helpers/platform-faults.ts';
import { createFolder, type Outcome, run } from './helpers/run.ts';

const lines = [
  'profiles add work --base-url https://a.example --token-command true --no-verify',
  'profiles use sandbox',
  'profiles list',
  'doctor -o json',
  'workspaces list',
  'workspaces update wsp_storefront --merge --set name=Research',
  'metrics create --name Parcels --unit parcel --label-column region',
  'metrics import bmt_orders ~/values.csv --rejects ~/rejects.csv',
  'metrics import bmt_orders ~/good.csv',
  'metrics diff bmt_orders ~/good.csv',
  'undo',
  'undo 1',
  'sandbox reset',
  'config pull -O ~/settings.yaml',
  'config plan ~/settings.yaml',
  'providers list -O ~/providers.json',
  'costs columns --last 2d',
  'costs list --last 2d -O ~/list.csv',
  'costs export --last 2d -O ~/costs.csv --receipt ~/receipt.json',
  'costs verify ~/receipt.json ~/costs.csv',
  'costs export --last 2d -O ~/costs.ndjson.gz',
  'costs export --last 2d -O ~/costs.parquet',
  'costs export --last 2d -O ~/costs.xlsx',
  'costs summary --last 2d --by service -O ~/summary.xlsx',
  'costs unit --last 2d --metric bmt_orders',
  'costs chart --last 7d -O ~/chart.svg',
  'costs mirror ~/mirror --from 2026-11-12',
  'costs summary --mirror ~/mirror --from 2026-11-12 --to 2026-11-14',
  'costs report --month 2026-10 -O ~/report.html',
  'costs close --month 2026-10 -O ~/pack',
  'costs verify ~/pack',
  'api import ~/document.json',
  'api operations',
  'completion bash',
];

/** These write as the others do, and take half of the time: they run where writing itself is at fault. */
const slow = lines.filter((line) => / costs (report|close)|~\/pack/.test(` ${line}`));
const faultsOfWriting: readonly PlatformFault[] = [
  'an append handle cannot be truncated',
  'a rename is refused three times',
];

const document = {
  openapi: '3.1.0',
  info: { title: 'Budgets', version: '1' },
  paths: { '/v1/budgets': { get: { operationId: 'listBudgets', responses: {} } } },
};

let heal: () => void = () => undefined;
afterEach(() => heal());

let healthy: Passed;
beforeAll(async () => {
  healthy = await runAll(createFolder(), undefined);
});

interface Passed {
  readonly folder: string;
  readonly outcomes: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

function runLine(line: string, folder: string, hasNoUsers = false): Promise<Outcome> {
  const env = {
    COSTCTL_JOURNAL: 'on',
    COSTCTL_PROFILE: line.startsWith('profiles') ? '' : 'sandbox',
  };
  return run(line.replaceAll('~', folder), { folder, env, hasNoUsers });
}

async function runAll(folder: string, fault: PlatformFault | undefined): Promise<Passed> {
  const values = 'date,amount,region\n2026-10-01,5.50,eu\n';
  writeFileSync(join(folder, 'good.csv'), values);
  writeFileSync(join(folder, 'values.csv'), `${values}2026-10-02,x,eu\n`);
  writeFileSync(join(folder, 'document.json'), JSON.stringify(document));
  if (fault !== undefined) heal = injectPlatformFault(fault, folder);
  const outcomes: string[] = [];
  for (const line of linesFor(fault)) {
    const { exitCode, stdout, stderr } = await runLine(
      line,
      folder,
      fault === 'modes mean nothing',
    );
    outcomes.push(`$ ${line}\n${exitCode}\n${steady(stdout + stderr, folder)}`);
  }
  heal();
  return { folder, outcomes, files: digestAll(folder) };
}

function linesFor(fault: PlatformFault | undefined): readonly string[] {
  const isOfWriting = fault === undefined || faultsOfWriting.includes(fault);
  return isOfWriting ? lines : lines.filter((line) => !slow.includes(line));
}

/** Without what differs from run to run. */
function steady(text: string, folder: string): string {
  return text
    .replaceAll(folder, '~')
    .replaceAll(/\b[0-9a-f]{64}\b/g, 'SHA256')
    .replace(/report\.xlsx +bytes.*/, '')
    .replace(/\{"check":"file modes".*?\},/, '');
}

/** The results, except those that name the time or the hash of another one. */
function digestAll(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter(
      (path) => !/^config\b|^\.|receipt\.json|report\.|_history|manifest|SHA256SUMS/.test(path),
    );
  return Object.fromEntries(names.sort().map((name) => [name, digest(join(folder, name))]));
}

function digest(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

test('the lines work where nothing is wrong', () => {
  const failed = healthy.outcomes.filter((outcome) => outcome.split('\n')[1] !== '0');
  expect(failed).toEqual([expect.stringMatching(/^\$ metrics import .* --rejects .*\n10\n/)]);
  expect(Object.keys(healthy.files).length).toBeGreaterThan(15);
});

test.each(platformFaults)('common commands print and write the same if %s', async (fault) => {
  const { outcomes, files } = await runAll(createFolder(), fault);
  const expected = linesFor(fault).map((line) => healthy.outcomes[lines.indexOf(line)]);
  expect(outcomes).toEqual(expected);
  expect(healthy.files).toMatchObject(files);
  expect(Object.keys(files).length).toBeGreaterThan(10);
});

const written = lines.flatMap((line): [string, string][] => {
  const name = / -O ~\/(.*?)( |$)/.exec(line)?.[1];
  return name === undefined || name === 'pack' ? [] : [[line, name]];
});

test.each(written)(
  '%s keeps what is finished if its file stays open elsewhere',
  async (line, name) => {
    const before = digest(join(healthy.folder, name));
    heal = injectPlatformFault('a rename is refused for ever', healthy.folder);
    const { exitCode, stdout, stderr, waits } = await runLine(line, healthy.folder);
    heal();
    const kept = join(healthy.folder, `new-${name}`);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(`/${name}: another program has it open, or it is protected (EBUSY)\n`);
    expect(stderr).toContain(
      `hint: close the program that has ${name} open, such as Excel; the finished ${name} is ${kept}`,
    );
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(10_000);
    expect(digest(join(healthy.folder, name))).toBe(before);
    if (healthy.files[name] !== undefined) expect(digest(kept)).toBe(before);
  },
);

test('a close pack that cannot get its name is kept whole', async () => {
  heal = injectPlatformFault('a rename is refused for ever', healthy.folder);
  const { exitCode, stderr } = await runLine(
    'costs close --month 2026-10 -O ~/other',
    healthy.folder,
  );
  heal();
  const kept = join(healthy.folder, 'new-other');
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: expect.stringContaining(`is ${kept}\n`),
  });
  expect((await runLine(`costs verify ${kept}`, healthy.folder)).exitCode).toBe(0);
  expect(readdirSync(healthy.folder).filter((name) => name.includes('other'))).toEqual([
    'new-other',
  ]);
});

test('the state of a mirror that could not get its name is gone after the next run', async () => {
  const folder = createFolder();
  const mirror = join(folder, 'mirror');
  writeFileSync(join(folder, 'a.csv'), 'date,cost\n2026-10-01,5.5\n');
  await runLine('costs mirror ~/mirror --files ~/*.csv --amount-column cost', folder);
  writeFileSync(join(folder, 'b.csv'), 'date,cost\n2026-10-02,6.5\n');
  const before = digest(join(mirror, '_manifest.json'));
  heal = injectPlatformFault('a rename is refused for ever', folder);
  const { exitCode, stderr } = await runLine('costs mirror ~/mirror', folder);
  heal();
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: expect.stringContaining(
      `close the program that has _manifest.json open, such as Excel; the finished _manifest.json is ${join(mirror, 'new-_manifest.json')}\n`,
    ),
  });
  expect(digest(join(mirror, '_manifest.json'))).toBe(before);
  expect((await runLine('costs mirror ~/mirror', folder)).exitCode).toBe(0);
  const names = ['_history.ndjson', '_manifest.json', 'month=2026-10'];
  expect(readdirSync(mirror).sort()).toEqual(names);
});
