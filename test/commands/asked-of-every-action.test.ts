import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { actionsOf, describeWhole, hasOption } from '../helpers/actions.ts';
import { readings } from '../helpers/every-action.ts';
import { createFolder, run } from '../helpers/run.ts';
import { bodyOf } from '../helpers/screens.ts';

const folder = createFolder();
const receipt = join(folder, 'receipt.json');
const values = join(folder, 'values.csv');
const settings = join(folder, 'costctl.yaml');
const days = '--from 2026-10-01 --to 2026-10-02';

beforeAll(async () => {
  await inSandbox(`costs export ${days} -O ${join(folder, 'costs.csv')} --receipt ${receipt}`);
  await inSandbox(`metrics values bmt_orders ${days} -O ${values}`);
  await inSandbox(`config pull -O ${settings}`);
  await inSandbox('api import test/openapi.yaml');
});

function inSandbox(line: string) {
  return run(['--sandbox', ...line.split(' ')], { folder });
}

/** A line of each action that reads, and the kind of what it results in. */
const lines = [
  ['profiles list', 'array'],
  ['profiles show', 'array'],
  ['profiles path', 'string'],
  ['workspaces list', 'array'],
  ['workspaces get wsp_storefront', 'object'],
  ['workspaces providers list', 'array'],
  ['workspaces providers get wpr_storefront_aws', 'object'],
  ['providers list', 'array'],
  ['providers get prv_gcp', 'object'],
  ['providers available', 'array'],
  ['providers history prv_gcp', 'array'],
  ['providers test prv_aws_main', 'array'],
  ['providers status', 'array'],
  ['metrics list', 'array'],
  ['metrics get bmt_orders', 'object'],
  [`metrics values bmt_orders ${days}`, 'array'],
  [`metrics diff bmt_orders ${values}`, 'array'],
  ['filters list', 'array'],
  ['filters get flt_production', 'object'],
  ['users list', 'array'],
  ['users get usr_mara', 'object'],
  ['rates get USD EUR', 'object'],
  ['rates list', 'array'],
  ['rates convert 5 USD EUR', 'object'],
  [`rates history USD EUR ${days}`, 'array'],
  ['rates policy', 'object'],
  [`costs list ${days}`, 'array'],
  [`costs verify ${receipt}`, 'array'],
  [`costs columns ${days}`, 'array'],
  [`costs summary ${days}`, 'array'],
  [`costs compare ${days}`, 'array'],
  ['costs trend --days 2', 'array'],
  [`costs explain ${days}`, 'array'],
  [`costs freshness ${days}`, 'array'],
  [`costs unit ${days} --metric bmt_orders --convert-to USD`, 'array'],
  [`costs chart ${days}`, 'array'],
  [`costs check ${days} --max-total 1000000 --convert-to USD`, 'array'],
  [`config validate ${settings}`, 'array'],
  [`config plan ${settings}`, 'object'],
  ['config schema', 'object'],
  ['api operations', 'array'],
  ['api diff', 'array'],
  ['doctor', 'array'],
] as const;

test.each(lines)('%s takes --query in the default format', async (line, kind) => {
  const { stdout, exitCode } = await inSandbox(`${line} --query type(@)`);
  expect({ stdout, exitCode }).toEqual({ stdout: `${kind}\n`, exitCode: 0 });
});

describe('no action shows an option that it refuses', async () => {
  const actions = actionsOf(await describeWhole());
  const asking = actions.filter((one) => hasOption(one, '--query')).map(({ line }) => line);
  const tested = (action: string) => lines.some(([line]) => line.startsWith(action));

  const plain = actions.flatMap(({ line, command: { examples } }) => {
    const words = examples[0]?.replace(/^costctl /, '') ?? '';
    const isPlain = readings.includes(line) && asking.includes(line) && !/ -O |'|\.csv/.test(words);
    return isPlain && !tested(line) && line !== 'sandbox serve' ? [words] : [];
  });

  test.each(plain)('%s takes --query, as every action that changes nothing', async (words) => {
    const { stdout, exitCode } = await inSandbox(`${words} --query type(@)`);
    expect({ stdout, exitCode }).toEqual({
      stdout: expect.stringMatching(/^"?(array|object)"?\n$/),
      exitCode: 0,
    });
  });

  test('costs export has neither --query nor --raw, since its rows may not fit into memory', async () => {
    const { stdout } = await run(['costs', 'export', '--help']);
    expect(stdout).not.toMatch(/--query|--raw/);
    const { stderr, exitCode } = await inSandbox(`costs export ${days} -r`);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('hint: costctl costs list --sandbox takes both');
  });
});

test('costs chart --columns prints figures instead of bars', async () => {
  const { stdout } = await inSandbox(`costs chart ${days} --columns period,rows`);
  expect(bodyOf(stdout)).toMatch(/^period {6}rows\n2026-10-01 +\d+\n/);
});

test('profiles path prints a string, also as json', async () => {
  const { stdout } = await inSandbox('profiles path -o json');
  expect(JSON.parse(stdout)).toBe(join(folder, 'config', 'config.json'));
  expect((await inSandbox('profiles path -o json -r')).stdout).toBe(`${JSON.parse(stdout)}\n`);
});
