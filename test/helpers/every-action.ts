import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { loadDeclarations } from '../../src/cli/groups.ts';
import type { Command } from '../../src/command.ts';
import { commandOf } from '../../src/openapi/taken-names.ts';
import type { World } from './run.ts';

/** An action that changes something: at the service, or what this machine keeps. */
export interface Change {
  readonly action: string;
  /** Does it on a fresh sandbox; ~ is the folder of the run. */
  readonly line: string;
  /**
   * A line that is refused with the same message as a dry run. A dry run sends no change: an unknown id is
   * refused only if the action reads it first; a missing argument always is.
   */
  readonly wrong: string;
  /** Lines that come before it. */
  readonly before?: readonly string[];
  /** What answers its question beforehand. */
  readonly confirmed?: readonly string[];
  readonly world?: World;
  /** What a dry run reports, if it is not just the request that is sent without. */
  readonly reported?: object;
}

const yes = ['--yes'];
const dryRun = { dryRun: true };
const storefront = ['--confirm', 'wsp_storefront'];

const atService: readonly Change[] = [
  {
    action: 'workspaces create',
    line: 'workspaces create --set name=Research',
    wrong: 'workspaces create --data [1]',
  },
  {
    action: 'workspaces update',
    line: 'workspaces update wsp_storefront --merge --set name=Research',
    wrong: 'workspaces update wsp_nowhere --merge --set name=Research',
  },
  {
    action: 'workspaces edit',
    line: 'workspaces edit wsp_storefront',
    wrong: 'workspaces edit main',
    world: { env: { EDITOR: 'editor' }, runProgram: rename },
  },
  {
    action: 'workspaces delete',
    line: 'workspaces delete wsp_storefront',
    wrong: 'workspaces delete wsp_a/b',
    confirmed: storefront,
  },
  {
    action: 'workspaces providers enable',
    line: 'workspaces providers enable --set providerId=prv_gcp --set workspaceId=wsp_storefront',
    wrong: 'workspaces providers enable',
  },
  {
    action: 'workspaces providers update',
    line: 'workspaces providers update wpr_storefront_aws --set-json enabled=false',
    wrong: 'workspaces providers update wpr_storefront_aws --set-json enabled=no',
  },
  {
    action: 'workspaces providers remove',
    line: 'workspaces providers remove wpr_storefront_aws',
    wrong: 'workspaces providers remove wpr_storefront_aws -w main',
    confirmed: yes,
  },
  {
    action: 'virtual-tags create',
    line: 'virtual-tags create --set name=team',
    wrong: 'virtual-tags create --set name',
  },
  {
    action: 'providers connect',
    line: 'providers connect --key aws --credential roleArn=env:ROLE --name Second',
    wrong: 'providers connect --key aws --name Second --credential other=env:ROLE --no-input',
    world: { env: { ROLE: 'secret-role' } },
    reported: {
      method: 'POST',
      path: '/v1/providers',
      body: { key: 'aws', credentials: { roleArn: '****' }, name: 'Second' },
    },
  },
  {
    action: 'providers update',
    line: 'providers update prv_aws_main --sync-every 120',
    wrong: 'providers update prv_aws_main --credential other=env:ROLE',
    world: { env: { ROLE: 'secret-role' } },
  },
  {
    action: 'providers delete',
    line: 'providers delete prv_azure',
    wrong: 'providers delete prv_azure -w wsp_storefront',
    confirmed: yes,
  },
  {
    action: 'providers sync',
    line: 'providers sync prv_aws_main --full',
    wrong: 'providers sync prv_aws_main --wait-timeout 1',
  },
  {
    action: 'metrics create',
    line: 'metrics create --name Seats --unit seat --label-column team',
    wrong: 'metrics create --name Seats --unit seat --label-column a --label-column a',
  },
  {
    action: 'metrics update',
    line: 'metrics update bmt_orders --name Sales',
    wrong: 'metrics update bmt_orders',
  },
  {
    action: 'metrics delete',
    line: 'metrics delete bmt_orders',
    wrong: 'metrics delete bmt_',
    confirmed: yes,
  },
  {
    action: 'metrics set',
    line: 'metrics set bmt_orders --date 2026-10-01 --amount 1.50 --label region=eu-central',
    wrong: 'metrics set bmt_orders --date 2026-10-01 --amount 1.50 --label colour=red',
  },
  {
    action: 'metrics import',
    line: 'metrics import bmt_orders ~/values.csv',
    wrong: 'metrics import bmt_orders ~/people.csv',
    reported: { metric: 'bmt_orders', rows: 1, updated: 1, ...dryRun },
  },
  {
    action: 'filters create',
    line: 'filters create --title Mine --filter x',
    wrong: 'filters create --title Mine --filter @~/none',
  },
  {
    action: 'filters update',
    line: 'filters update flt_production --title Mine',
    wrong: 'filters update flt_nowhere --title Mine',
  },
  {
    action: 'filters delete',
    line: 'filters delete flt_production',
    wrong: 'filters delete flt_production -w main',
    confirmed: yes,
  },
  {
    action: 'undo',
    before: ['filters update flt_production --title Other'],
    line: 'undo 1',
    wrong: 'undo 99',
    world: { env: { COSTCTL_JOURNAL: 'on' } },
  },
  {
    action: 'users invite',
    line: 'users invite --from ~/people.csv',
    wrong: 'users invite --from ~/values.csv',
  },
  {
    action: 'config apply',
    line: 'config apply ~/costctl.yaml',
    wrong: 'config apply ~/values.csv',
    confirmed: yes,
  },
  {
    action: 'api request',
    line: 'api DELETE /v1/saved-filters/flt_production --param workspaceId=wsp_storefront',
    wrong: 'api DELETE /v1/saved-filters/../flt_production',
    confirmed: yes,
  },
];

const onMachine: readonly Change[] = [
  {
    action: 'profiles add',
    line: 'profiles add new --base-url https://a.test --token-command true --no-verify',
    wrong: 'profiles add work --base-url https://a.test --token-command true --no-verify',
    reported: { name: 'new', token: 'command', ...dryRun },
  },
  {
    action: 'profiles set',
    line: 'profiles set work timeout=30',
    wrong: 'profiles set work timeout=soon',
    reported: { name: 'work', timeout: 30, ...dryRun },
  },
  {
    action: 'profiles use',
    line: 'profiles use home',
    wrong: 'profiles use nobody',
    reported: { name: 'home', current: true, ...dryRun },
  },
  {
    action: 'profiles rename',
    line: 'profiles rename work office',
    wrong: 'profiles rename work home',
    reported: { name: 'office', current: true, ...dryRun },
  },
  {
    action: 'profiles remove',
    line: 'profiles remove work',
    wrong: 'profiles remove nobody',
    confirmed: yes,
    reported: { name: 'work', removed: false, ...dryRun },
  },
  {
    action: 'api import',
    line: 'api import ~/openapi.json',
    wrong: 'api import ~/values.csv',
    reported: { title: 'Things', operations: 1, ...dryRun },
  },
  {
    action: 'api documents',
    line: 'api documents --forget things',
    wrong: 'api documents --forget none',
    before: ['api import ~/openapi.json'],
    reported: { forget: 'things', ...dryRun },
  },
  {
    action: 'sandbox reset',
    line: 'sandbox reset',
    wrong: 'sandbox reset now',
    before: ['filters create --title Mine --filter x'],
    reported: { forget: expect.stringContaining('sandbox.jsonl'), ...dryRun },
  },
];

const special: readonly Change[] = [...atService, ...onMachine];
const declared = await loadDeclarations();

/** Every action that changes something; one whose example says enough needs no entry above. */
export const changes: readonly Change[] = [
  ...special,
  ...declared.flatMap((one) => {
    const isPlain =
      one.changes !== undefined && !special.some(({ action }) => action === one.words);
    return isPlain ? [changeOf(one)] : [];
  }),
];

function changeOf({ words, examples: [example = ''], irreversible }: Command): Change {
  const line = example.replace('costctl ', '').replace(' --dry-run', '');
  return {
    action: words,
    line,
    wrong: words,
    ...(irreversible === true ? { confirmed: yes } : {}),
  };
}

/** What the help shows first for an operation, done for real: `users get usr_mara`. */
export function exampleOf(operationId: string): string | undefined {
  const command = declared.find(({ words }) => words === commandOf(operationId));
  return command?.examples[0]?.replace(/^costctl | --dry-run$/g, '');
}

/** The actions that change nothing. */
export const readings: readonly string[] = [
  ...declared.filter(({ changes }) => changes === undefined).map(({ words }) => words),
  'help',
];

/** An editor that changes the name in the record. */
function rename({ command }: { readonly command: string }) {
  const [, path = ''] = /'?([^' ]+)'?$/.exec(command) ?? [];
  writeFileSync(path, readFileSync(path, 'utf8').replace('Storefront', 'Shopfront'));
  return Promise.resolve({ status: 0, stdout: '' });
}
