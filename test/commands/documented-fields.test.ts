import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const paged = 'page=1&limit=100';
const inWorkspace = `workspaceId=wsp_main&${paged}`;
const empty = pageOf([]);

test.each([
  [
    'providers list',
    { path: `/v1/providers?${paged}`, answer: empty },
    'id,type,key,name,status,description,parentProviderId,externalId,lastSyncAt,lastSyncStatus,lastSyncError,nextSyncAt,syncFrequencyMinutes,createdAt,updatedAt',
  ],
  [
    'providers available',
    { path: '/v1/providers/available', answer: [] },
    'key,type,displayName,kind,requiredCredentialFields,optionalSettingFields,iconUrl,requiresParentProvider',
  ],
  [
    'providers history prv_a',
    { path: '/v1/providers/prv_a/sync-history', answer: { entries: [] } },
    'startedAt,completedAt,status,recordsIngested,errorMessage',
  ],
  [
    'metrics list -w wsp_main',
    { path: `/v1/business-metrics?${inWorkspace}`, answer: empty },
    'id,name,unit,labelColumns,createdAt,updatedAt',
  ],
  [
    'filters list -w wsp_main',
    { path: `/v1/saved-filters?${inWorkspace}`, answer: empty },
    'id,title,filter,isDefault,createdAt',
  ],
  [
    'users list',
    { path: `/v1/users?${paged}`, answer: empty },
    'id,email,firstName,lastName,status,role,joinedAt,lastLoginAt,inviteExpiresAt',
  ],
  [
    'rates get EUR USD --date 2026-10-01',
    {
      path: '/v1/exchange-rates/rate?baseCurrency=EUR&targetCurrency=USD&date=2026-10-01',
      answer: '{"source":"x","rate":1.10,"targetCurrency":"USD"}',
    },
    'baseCurrency,targetCurrency,rate,effectiveDate,source',
  ],
])('%s has every documented field in the order of its document', async (line, exchange, header) => {
  for (const [format, separator] of [
    ['csv', ','],
    ['tsv', '\t'],
  ] as const) {
    const { stdout } = await run([...line.split(' '), '-o', format], {
      service: scriptService(exchange),
    });
    expect(stdout.split('\n')[0]).toBe(header.replaceAll(',', separator));
  }
});

test('undocumented fields follow, in the order of the first page', async () => {
  const metric = { zone: 'eu', unit: 'order', owner: { id: 7 }, id: 'bmt_a', name: 'A' };
  const service = scriptService({
    path: `/v1/business-metrics?${inWorkspace}`,
    answer: pageOf([
      { ...metric, labelColumns: ['b', 'a'] },
      { id: 'bmt_b', 'x.y': 1 },
    ]),
  });
  const { stdout } = await run('metrics list -w wsp_main -o csv', { service });
  expect(stdout).toBe(
    'id,name,unit,labelColumns,createdAt,updatedAt,zone,owner,x.y\n' +
      'bmt_a,A,order,"[""b"",""a""]",,,eu,"{""id"":7}",\n' +
      'bmt_b,,,,,,,,1\n',
  );
});
