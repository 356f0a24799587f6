import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '../../src/api/operations.ts';
import { commandOf } from '../../src/openapi/taken-names.ts';
import { type CheckedSandbox, startCheckedSandbox } from '../helpers/checked-sandbox.ts';
import { exampleOf } from '../helpers/every-action.ts';
import { createFolder, run } from '../helpers/run.ts';
import { createClock } from './start.ts';

/** Each with what it must exit with; with the examples of the others they call every operation. */
const special: readonly (readonly [number, string])[] = [
  [0, 'workspaces list'],
  [0, 'workspaces get wsp_platform'],
  [0, 'workspaces create --set name=New'],
  [0, 'workspaces update wsp_platform --merge --set description=d'],
  [0, 'workspaces delete wsp_forschung-eu --confirm wsp_forschung-eu'],
  [0, 'workspaces providers list'],
  [0, 'workspaces providers get wpr_storefront_aws'],
  [0, 'workspaces providers enable --set workspaceId=wsp_storefront --set providerId=prv_gcp'],
  [0, 'workspaces providers update wpr_storefront_aws --set-json enabled=false'],
  [0, 'workspaces providers remove wpr_storefront_aws --yes'],
  [0, 'virtual-tags create --set name=t'],
  [0, 'providers list --type cloud'],
  [0, 'providers get prv_gcp'],
  [0, 'providers available'],
  [0, 'providers history prv_gcp --limit 3'],
  [0, 'providers test prv_gcp'],
  [11, 'providers test --all'],
  [0, 'providers sync prv_gcp --full'],
  [0, 'providers connect --key custom --name mine --sync-every 60'],
  [2, 'providers connect --key aws'],
  [0, 'providers update prv_gcp --clear description'],
  [0, 'providers delete prv_licences --yes'],
  [0, 'metrics list'],
  [0, 'metrics get bmt_orders'],
  [0, 'metrics create --name n --unit u --label-column a'],
  [0, 'metrics update bmt_orders --name renamed'],
  [0, 'metrics values bmt_orders --from 2026-10-01 --to 2026-10-31'],
  [0, 'metrics set bmt_orders --date 2026-10-01 --amount 5 --label region=x'],
  [0, 'metrics import bmt_orders FILE'],
  [0, 'metrics delete bmt_revenue --yes'],
  [0, 'filters list'],
  [0, 'filters get flt_compute'],
  [0, 'filters create --title t --filter f --default'],
  [0, 'filters update flt_compute --title u'],
  [0, 'filters delete flt_compute --yes'],
  [0, 'users list --include-removed'],
  [0, 'users get usr_mara'],
  [0, 'users invite --email a@example.com --first-name A --last-name B --role viewer'],
  [6, 'users invite --email mara@example.com --first-name A --last-name B --role viewer'],
  [0, 'rates get EUR USD --date 2026-10-01'],
  [0, 'rates list'],
  [0, 'rates policy'],
  [0, 'costs list --from 2026-10-01 --to 2026-10-02'],
  [5, 'workspaces get wsp_nowhere'],
];

const plain = Object.keys(operations).flatMap((id) => {
  const isCalled = special.some(([, line]) => `${line} `.startsWith(`${commandOf(id)} `));
  const example = isCalled ? undefined : exampleOf(id);
  return example === undefined ? [] : [[0, example] as const];
});
const lines = [...special, ...plain];

async function runAll(sandbox: CheckedSandbox): Promise<string[]> {
  const folder = createFolder();
  const file = join(folder, 'values.csv');
  writeFileSync(file, 'date,amount,region\n2026-10-02,7.10,x\n');
  const surprises: string[] = [];
  for (const [status, line] of lines) {
    const { exitCode, stderr } = await run(line.replace('FILE', file).split(' '), {
      folder,
      env: {
        COSTCTL_BASE_URL: sandbox.url,
        COSTCTL_TOKEN: sandbox.tokens.organization,
        COSTCTL_WORKSPACE: sandbox.workspaceId,
      },
    });
    if (exitCode !== status) surprises.push(`${line}: exit ${exitCode}, ${stderr}`);
  }
  return surprises;
}

test('requests and responses of the program match the published document', async () => {
  const signal = new AbortController().signal;
  const context = { clock: createClock(), random: Math.random, signal, processId: process.pid };
  const sandbox = await startCheckedSandbox({ context });
  const surprises = await runAll(sandbox);
  await sandbox.close();
  expect(surprises).toEqual([]);
  expect(sandbox.problems).toEqual([]);
  const unused = Object.values(operations).filter(({ method, path }) => {
    const form = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`);
    return !sandbox.requests.some((request) => form.test(request));
  });
  expect(unused.map(({ id }) => id)).toEqual([]);
}, 60_000);
