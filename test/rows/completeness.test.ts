import { expect, test } from 'vitest';
import {
  type CompletenessFacts,
  describeCompleteness,
  lateFaults,
  refusedFaults,
} from '../../src/rows/completeness.ts';
import { labelOf, type SourcePresence } from '../../src/rows/presence.ts';
import { findSilent, matchSyncs, type SyncState } from '../../src/rows/sync-state.ts';

const week = { from: '2026-11-02', to: '2026-11-08' };

function sourceOf(source: string | null, more: Partial<SourcePresence> = {}): SourcePresence {
  return {
    ...{ source, verdict: 'ok', days: [], firstDay: '2026-10-01', lastDay: '2026-11-08' },
    ...{ missingDays: 0, usualRows: 5, shares: [], otherwise: { verdict: 'ok', days: [] } },
    ...more,
  };
}

function syncOf(name: string, verdict: SyncState['verdict'], more = {}): SyncState {
  const error = verdict === 'failing' ? 'access denied' : null;
  return { names: [name], label: name, verdict, lastSyncAt: null, error, ...more };
}

interface Given extends Partial<Omit<CompletenessFacts, 'presence' | 'syncs' | 'allowed'>> {
  readonly sources?: readonly SourcePresence[];
  readonly missing?: readonly string[];
  readonly syncs?: readonly SyncState[];
  readonly unknown?: string;
  readonly allowEmpty?: boolean;
  readonly allowStale?: readonly string[];
}

function describeFacts(given: Given) {
  const { sources = [], missing = [], syncs, unknown, allowEmpty, allowStale = [] } = given;
  const known = syncs === undefined ? undefined : { known: syncs };
  return describeCompleteness({
    judged: [week],
    today: '2026-12-01',
    hasColumn: true,
    met: new Set(sources.map(({ source }) => source)),
    mayMatter: () => true,
    unmet: undefined,
    hasConditions: false,
    whyUnmet: undefined,
    ...given,
    presence: { sources, missing },
    syncs: unknown === undefined ? known : { unknown },
    allowed: { empty: allowEmpty === true, stale: new Set(allowStale) },
  });
}

const nothing = { complete: true, text: 'complete', faults: [], syncs: [] };

test('a source has its name, and rows without one are called (none), or (all) without a column', () => {
  expect([labelOf('aws', true), labelOf(null, true)]).toEqual(['aws', '(none)']);
  expect([labelOf('aws', false), labelOf(null, false)]).toEqual(['(all)', '(all)']);
});

test('rows that are all there are complete', () => {
  expect(describeFacts({ sources: [sourceOf('aws'), sourceOf(null)] })).toStrictEqual(nothing);
  expect(describeFacts({ sources: [sourceOf('aws')], syncs: [syncOf('aws', 'ok')] })).toEqual(
    nothing,
  );
});

test('days without rows are one fault, with each stretch of them', () => {
  const missing = ['2026-11-02', '2026-11-04', '2026-11-05'];
  const text = 'no rows on 2026-11-02, 2026-11-04 to 2026-11-05';
  const fault = {
    ...{ verdict: 'missing', source: '(all)', days: ['2026-11-02', '2026-11-04..2026-11-05'] },
    ...{ share: null, allowed: false, text },
  };
  expect(describeFacts({ missing })).toEqual({
    ...{ complete: false, text: `incomplete: ${text}`, faults: [fault], syncs: [] },
  });
  expect(describeFacts({ missing, allowEmpty: true })).toMatchObject({
    ...{ complete: false, text: `incomplete: ${text} (allowed)` },
    faults: [{ ...fault, allowed: true }],
  });
  // What is accepted of sources is not accepted of days.
  expect(describeFacts({ missing, allowStale: ['all'] }).faults).toEqual([fault]);
});

test('no row that meets the conditions is a fault, with the condition if it is known', () => {
  const text = 'no row of 2026-11-02 to 2026-11-08 meets the conditions';
  const given = { unmet: week, hasConditions: true };
  const fault = {
    ...{ verdict: 'unmet', source: '(all)', days: ['2026-11-02..2026-11-08'] },
    ...{ share: null, allowed: false, text },
  };
  expect(describeFacts(given).faults).toEqual([fault]);
  expect(describeFacts({ ...given, whyUnmet: 'team=x has none' }).faults).toMatchObject([
    { text: `${text}; team=x has none` },
  ]);
  expect(describeFacts({ ...given, allowEmpty: true }).faults).toMatchObject([{ allowed: true }]);
  expect(describeFacts({ ...given, missing: ['2026-11-08'] }).faults).toMatchObject([
    { verdict: 'unmet' },
    { verdict: 'missing' },
  ]);
});

test('without conditions, no row at all is a fault unless days without rows say so', () => {
  const text = '2026-11-02 to 2026-11-08 has no rows, and neither do the days before';
  expect(describeFacts({ unmet: week }).faults).toMatchObject([{ verdict: 'unmet', text }]);
  expect(describeFacts({ unmet: week, missing: ['2026-11-08'] }).faults).toMatchObject([
    { verdict: 'missing' },
  ]);
});

const one = { currency: 'USD', percent: '41.50' };
const other = { currency: null, percent: '0.001' };
const none = { currency: 'EUR', percent: '0.00' };
const lastDay = '2026-11-04';

test.each<[Partial<SourcePresence>, string]>([
  [{ verdict: 'stalled', lastDay }, 'aws has no rows after 2026-11-04'],
  // As in the earlier of two periods.
  [{ verdict: 'stalled' }, 'aws has no rows on 2026-11-05 to 2026-11-06'],
  [{ verdict: 'gap' }, 'aws has no rows on 2026-11-05 to 2026-11-06'],
  [{ verdict: 'partial' }, 'aws has only part of its rows on 2026-11-05 to 2026-11-06'],
  [
    { verdict: 'gap', shares: [one] },
    'aws has no rows on 2026-11-05 to 2026-11-06 (usually 41.50 % of the cost)',
  ],
  [
    { verdict: 'gap', shares: [none] },
    'aws has no rows on 2026-11-05 to 2026-11-06 (usually 0.00 % of the cost)',
  ],
  [
    { verdict: 'stalled', lastDay, shares: [one, other, none] },
    'aws has no rows after 2026-11-04 (usually 41.50 % of the cost in USD, <0.01 % without a currency)',
  ],
  [
    { verdict: 'partial', shares: [none, one] },
    'aws has only part of its rows on 2026-11-05 to 2026-11-06 (usually 41.50 % of the cost in USD)',
  ],
  [{ verdict: 'stalled', lastDay, shares: [none, none] }, 'aws has no rows after 2026-11-04'],
])('what is wrong with the source %j: %s', (own, text) => {
  const days = ['2026-11-05', '2026-11-06'];
  const share = own.shares?.length === 1 ? (own.shares[0]?.percent ?? null) : null;
  const found = describeFacts({ sources: [sourceOf('aws', { days, ...own })] });
  expect(found).toEqual({
    ...{ complete: false, text: `incomplete: ${text}`, syncs: [] },
    faults: [
      {
        ...{ verdict: own.verdict, source: 'aws', days: ['2026-11-05..2026-11-06'] },
        ...{ share, allowed: false, text },
      },
    ],
  });
});

test('rows that name no source are called the data', () => {
  const gap = sourceOf(null, { verdict: 'gap', days: ['2026-11-05'] });
  const found = describeFacts({ sources: [gap], hasColumn: false });
  expect(found.faults).toMatchObject([
    { source: '(all)', text: 'the data has no rows on 2026-11-05' },
  ]);
  const late = sourceOf(null, { verdict: 'late', days: ['2026-11-08'] });
  expect(describeFacts({ sources: [late], hasColumn: false }).text).toBe(
    'the data is late: 2026-11-08',
  );
});

test('a source that is only late is not incomplete, and no gate refuses it', () => {
  const late = sourceOf('aws', { verdict: 'late', days: ['2026-11-08'] });
  const found = describeFacts({ sources: [late] });
  expect(found.text).toBe('rows of aws are late: 2026-11-08');
  expect(refusedFaults(found)).toEqual([]);
  expect(lateFaults(found)).toMatchObject([{ source: 'aws' }]);
  expect(lateFaults(describeFacts({ sources: [late], allowStale: ['aws'] }))).toEqual([]);
  const gap = sourceOf('gcp', { verdict: 'gap', days: ['2026-11-05'] });
  const both = describeFacts({ sources: [late, gap] });
  expect(both.text).toBe(
    'incomplete: rows of aws are late: 2026-11-08; gcp has no rows on 2026-11-05',
  );
  expect(refusedFaults(both)).toMatchObject([{ source: 'gcp' }]);
  expect(lateFaults(both)).toMatchObject([{ source: 'aws' }]);
  expect(refusedFaults(describeFacts({ sources: [late, gap], allowStale: ['gcp'] }))).toEqual([]);
});

test.each([
  [['aws'], [true, false]],
  [['gcp'], [false, true]],
  [['all'], [true, true]],
  [['azure'], [false, false]],
])('of the sources aws and gcp, --allow-stale %j accepts %j', (allowStale, expected) => {
  const sources = ['aws', 'gcp'].map((name) =>
    sourceOf(name, { verdict: 'gap', days: ['2026-11-05'] }),
  );
  const { faults } = describeFacts({ sources, allowStale, allowEmpty: true });
  expect(faults.map(({ allowed }) => allowed)).toEqual(expected);
});

test('a day that no source has rows on hides nothing else that a source lacks', () => {
  const missing = ['2026-11-05'];
  const otherwise = { verdict: 'partial', days: ['2026-11-03'] } as const;
  const sources = [sourceOf('aws', { verdict: 'gap', days: missing, otherwise })];
  const found = describeFacts({ sources, missing, allowEmpty: true });
  expect(refusedFaults(found)).toMatchObject([{ verdict: 'partial', days: ['2026-11-03'] }]);
  const syncs = [syncOf('gcp', 'failing')];
  const fine = [sourceOf('gcp', { verdict: 'gap', days: missing })];
  expect(describeFacts({ sources: fine, missing, syncs }).syncs).toMatchObject([{ source: 'gcp' }]);
});

test('a source that the conditions do not meet does not matter', () => {
  const gap = sourceOf('aws', { verdict: 'gap', days: ['2026-11-05'] });
  expect(describeFacts({ sources: [gap], met: new Set(['gcp']) })).toEqual(nothing);
});

test.each<[SourcePresence['verdict'], number]>([
  ['late', 0],
  ['partial', 1],
  ['gap', 1],
  ['stalled', 1],
])(
  'a source that is %s is refused by a gate %i times, and --allow-empty changes nothing',
  (verdict, count) => {
    const sources = [sourceOf('aws', { verdict, days: ['2026-11-05'] })];
    for (const allowEmpty of [false, true]) {
      expect(refusedFaults(describeFacts({ sources, allowEmpty }))).toHaveLength(count);
    }
    expect(refusedFaults(describeFacts({ sources, allowStale: ['aws'] }))).toEqual([]);
    expect(refusedFaults(describeFacts({ sources, allowStale: ['gcp'] }))).toHaveLength(count);
  },
);

test.each<[SourcePresence['verdict'], number]>([
  ['gap', 1],
  ['stalled', 1],
  ['partial', 2],
])(
  'a source that is %s on days without any row makes %i faults with these days',
  (verdict, count) => {
    const missing = ['2026-11-05', '2026-11-06'];
    const own = sourceOf('aws', { verdict, days: missing });
    expect(describeFacts({ sources: [own], missing }).faults).toHaveLength(count);
    const more = sourceOf('aws', { verdict, days: [...missing, '2026-11-07'] });
    expect(describeFacts({ sources: [more], missing }).faults).toHaveLength(2);
  },
);

test.each<[SyncState, string]>([
  [syncOf('aws', 'failing'), '; its sync fails: access denied'],
  [syncOf('aws', 'overdue'), '; its sync is overdue'],
  [
    syncOf('aws', 'overdue', { lastSyncAt: '2026-11-03T10:00:00Z' }),
    '; its sync is overdue, the last one was 2026-11-03T10:00:00Z',
  ],
  [syncOf('aws', 'never synced'), ''],
  [syncOf('aws', 'ok'), ''],
  [syncOf('gcp', 'ok'), ''],
])('of the sync %j, the fault of a source says %j', (sync, why) => {
  for (const verdict of ['gap', 'late'] as const) {
    const own = sourceOf('aws', { verdict, days: ['2026-11-05'] });
    const said = verdict === 'gap' ? 'aws has no rows on' : 'rows of aws are late:';
    const found = describeFacts({ sources: [own], syncs: [sync] });
    expect(found.faults).toMatchObject([{ text: `${said} 2026-11-05${why}` }]);
    expect(found.syncs).toEqual([]);
  }
});

test('a sync that fails although rows are there is told, and is no fault', () => {
  const sources = [sourceOf('aws'), sourceOf('gcp'), sourceOf('azure')];
  const syncs = [
    syncOf('aws', 'failing'),
    syncOf('gcp', 'overdue'),
    syncOf('azure', 'never synced'),
  ];
  expect(describeFacts({ sources, syncs })).toEqual({
    complete: true,
    text: 'complete, although the sync of aws fails and the sync of gcp is overdue',
    faults: [],
    syncs: [
      { source: 'aws', verdict: 'failing', text: 'the sync of aws fails: access denied' },
      { source: 'gcp', verdict: 'overdue', text: 'the sync of gcp is overdue' },
    ],
  });
  const gap = sourceOf('azure', { verdict: 'gap', days: ['2026-11-05'] });
  expect(describeFacts({ sources: [...sources.slice(0, 2), gap], syncs }).text).toBe(
    'incomplete: azure has no rows on 2026-11-05; the sync of aws fails; the sync of gcp is overdue',
  );
});

test('that there is no day to judge is said, and then no source has stalled', () => {
  expect(describeFacts({ judged: [] })).toEqual({ ...nothing, text: 'no day to judge' });
  const given = { judged: [], sources: [sourceOf('aws')], syncs: [syncOf('aws', 'overdue')] };
  expect(describeFacts(given)).toMatchObject({
    text: 'no day to judge; the sync of aws is overdue',
    faults: [],
  });
});

test.each<[SyncState['verdict'], string, string[]]>([
  ['failing', '2026-11-01', ['stalled']],
  ['overdue', '2026-11-01', ['stalled']],
  ['ok', '2026-11-01', []],
  ['never synced', '2026-11-01', []],
  ['failing', '2026-11-02', []],
])(
  'a source whose sync is %s and whose last day is %s has the faults %j',
  (verdict, lastDay, expected) => {
    const sources = [sourceOf('aws', { lastDay, shares: [one] })];
    const found = describeFacts({ sources, syncs: [syncOf('aws', verdict)] });
    expect(found.faults.map((fault) => fault.verdict)).toEqual(expected);
    if (expected.length === 0) return;
    expect(found.faults).toMatchObject([
      {
        ...{ source: 'aws', days: ['2026-11-02..2026-11-08'], share: '41.50' },
        text: expect.stringMatching(
          /^aws has no rows after 2026-11-01 \(usually 41.50 % of the cost\); its sync /,
        ),
      },
    ]);
    expect(found.syncs).toEqual([]);
    const ranges = [week, { from: '2026-11-02', to: '2026-11-02' }];
    const several = describeFacts({ sources, syncs: [syncOf('aws', verdict)], judged: ranges });
    expect(several.faults).toMatchObject([{ days: ['2026-11-02..2026-11-08', '2026-11-02'] }]);
    // Nothing is judged, or a part that began before.
    const syncs = [syncOf('aws', verdict)];
    for (const judged of [[], [week, { from: '2026-10-26', to: '2026-11-01' }]]) {
      expect(describeFacts({ sources, syncs, judged }).faults).toEqual([]);
    }
  },
);

test('a provider that fails and has no rows is a fault, if rows may name it', () => {
  const silent = syncOf('gcp', 'failing', { label: 'Google' });
  const syncs = [syncOf('aws', 'ok'), silent];
  const found = describeFacts({ sources: [sourceOf('aws')], syncs });
  const text = 'Google has no rows, and its sync fails: access denied';
  expect(found.faults).toEqual([
    {
      ...{ verdict: 'stalled', source: 'Google', days: ['2026-11-02..2026-11-08'] },
      ...{ share: null, allowed: false, text },
    },
  ]);
  const names = (mayMatter: (name: string) => boolean, hasColumn = true, sources = ['aws']) =>
    findSilent(sources, syncs, { hasColumn, mayMatter }).map(({ label }) => label);
  expect(names((name) => name === 'gcp')).toEqual(['Google']);
  expect(names((name) => name === 'aws')).toEqual([]);
  expect(names(() => true, false)).toEqual([]);
  // No source is called like any provider: rows name them in another way.
  expect(names(() => true, true, ['123'])).toEqual([]);
  // Without any source, nothing speaks against the names.
  expect(names(() => true, false, [])).toEqual(['Google']);
});

test.each<[SyncState['verdict'], boolean]>([
  ['failing', true],
  ['overdue', true],
  ['ok', false],
  ['never synced', false],
])('a provider without rows whose sync is %s is silent: %s', (verdict, isSilent) => {
  const own = syncOf('gcp', verdict, { names: ['g', 'gcp'] });
  const find = (sources: readonly string[], mayMatter = (name: string) => name === 'gcp') =>
    findSilent(sources, [syncOf('aws', 'ok'), own], { hasColumn: true, mayMatter });
  expect(find(['aws'])).toEqual(isSilent ? [own] : []);
  // One of its names is enough.
  expect(find(['aws', 'g'])).toEqual([]);
});

test('a source that could be several providers is none of them', () => {
  const [first, second] = [syncOf('aws', 'failing'), syncOf('gcp', 'ok', { names: ['gcp', 'g'] })];
  const twice = [syncOf('x', 'failing'), syncOf('x', 'ok')];
  const matches = matchSyncs(['aws', 'g', 'x', 'unknown'], [first, second, ...twice]);
  expect([...matches]).toEqual([
    ['aws', first],
    ['g', second],
  ]);
});

test('why syncs are not known is told, and changes nothing else', () => {
  const sources = [sourceOf('aws')];
  expect(describeFacts({ sources, unknown: 'syncs not known' })).toEqual({
    ...nothing,
    text: 'complete; syncs not known',
    syncsUnknown: 'syncs not known',
  });
});

test('of many faults, days and syncs the first are named', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const syncs = names.map((name) => syncOf(name, 'overdue'));
  expect(describeFacts({ sources: names.map((name) => sourceOf(name)), syncs }).text).toBe(
    `complete, although ${['a', 'b', 'c', 'd', 'e']
      .map((name) => `the sync of ${name} is overdue`)
      .join(' and ')} and 2 more`,
  );
  const days = ['2026-11-02', '2026-11-04', '2026-11-06', '2026-11-08'];
  const sources = names.map((name) => sourceOf(name, { verdict: 'gap', days }));
  const gap = 'has no rows on 2026-11-02, 2026-11-04, 2026-11-06 and 1 more';
  expect(describeFacts({ sources }).text).toBe(
    `incomplete: ${['a', 'b', 'c', 'd', 'e', 'f']
      .map((name) => `${name} ${gap}`)
      .join('; ')} and 1 more`,
  );
});
