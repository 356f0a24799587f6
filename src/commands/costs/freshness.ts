import { operations } from '../../api/operations.ts';
import { command } from '../../command.ts';
import { eachDay } from '../../days.ts';
import { flag } from '../../declaration/option.ts';
import { type Fields, viewOf } from '../../declaration/result.ts';
import { CostctlError } from '../../errors.ts';
import type { View } from '../../output/view.ts';
import { type CompletenessFacts, judgeSources } from '../../rows/completeness.ts';
import { onlyShare } from '../../rows/presence.ts';
import { nameFirst, pluralize, quote } from '../../text.ts';
import { readAnalysis } from './analysis.ts';
import { answerOptions } from './analysis-input.ts';
import { showJudged } from './figure-view.ts';
import { chooseCosts, costOptions } from './options.ts';
import { presenceOptions } from './presence.ts';

type Freshness = ReturnType<typeof toRows>[number];

const verdicts = ['ok', 'late', 'partial', 'gap', 'stalled', 'missing'] as const;

const figures: Fields = {
  source: ['text', { importance: 'answer' }],
  firstDay: ['text or null', { header: 'first day', importance: 'extra' }],
  lastDay: ['text or null', { header: 'last day', importance: 'answer' }],
  missingDays: ['count or null', { header: 'days missing', kind: 'number', moves: true }],
  usualRows: ['count or null', { header: 'usual rows a day', brief: 'usual rows', kind: 'number' }],
  share: ['text or null', { header: 'share %', kind: 'percent' }],
  lastSyncAt: ['text or null', { header: 'last sync', kind: 'timestamp', moves: true }],
  syncError: ['text or null', { header: 'sync error' }],
  verdict: [{ enum: verdicts }, { kind: 'state', importance: 'answer', moves: true }],
};

/** Only its words: it shares no options with freshness. */
const status = { words: 'providers status', options: {} };

const view: View<Freshness> = viewOf(figures, [], ['source', 'verdict']);

export const freshness = command({
  words: 'costs freshness',
  purpose: 'Show whether the rows of each provider are there',
  operation: operations.getCosts,
  check: 'check',
  options: {
    check: flag('exit 11 unless every source is ok or late'),
    ...presenceOptions,
    ...costOptions,
    envelope: answerOptions.envelope,
  },
  details: `A source is a value of the column of providers. Its rows are expected on a day if it had rows on that
weekday in each of the two weeks before, which are read too.

  late     only expected days among the last two are missing (--max-lag), which is usual
  stalled  its rows end, and an older expected day is missing
  gap      an older expected day is missing, and rows follow it
  partial  rows and cost of a day are under a quarter of their medians on the same weekdays before
  missing  days without any row of any source

A provider without rows whose sync fails or is overdue is stalled. The usual number of rows is the median over the
days with rows; the share is of the positive cost, if all of it is in one currency. --where chooses
sources: those with a row in the period that meets it. All rows of such a source count. The default period is --last 14d.`,
  rows: figures,
  view,
  examples: [
    'costctl costs freshness',
    'costctl costs freshness --last 30d --max-lag 9 --check -q',
  ],
  run: async (session, input) => {
    const choice = await chooseCosts(session, input, { fallback: { last: '14d' } });
    const { period, conditions } = choice;
    const options = { by: [], byDay: true, isGate: true, needsAll: true, hasNoAmounts: true };
    const analysis = await readAnalysis(session, input, choice, options);
    const { sources, history, completeness, factsOf } = analysis;
    analysis.warn(completeness?.syncsUnknown);
    const rows = toRows(factsOf([period], { needsAll: true }));
    const by = sources?.column === undefined ? '' : ` by ${sources.column}`;
    // A first day may lie before the period: earlier days were read too.
    const first = history.map(({ from }) => from).sort()[0];
    const about = analysis.about({
      question: [
        `days with rows${by}${first === undefined ? '' : `, read from ${first}`}`,
        ...(conditions.length === 0 ? [] : ['all rows of the sources that meet the conditions']),
      ],
    });
    const atFault = rows.filter(({ verdict }) => verdict !== 'ok' && verdict !== 'late');
    await showJudged(session, rows, {
      isCheck: input.check === true,
      describe: (row) => ({
        name: `source ${row.source}`,
        state: row.verdict === 'ok' || row.verdict === 'late' ? 'passed' : 'failed',
        message: `${row.verdict}: last day ${row.lastDay ?? 'none'}${describeMissing(row)}`,
      }),
      view: { ...view, about },
    });
    await analysis.conclude();
    if (input.check !== true || atFault.length === 0) return;
    const names = atFault.map(({ source, verdict }) => `${source} is ${verdict}`);
    throw new CostctlError('check_failed', nameFirst(names, 5, '; '), {
      hint:
        input.mirror === undefined
          ? `${session.lineToType({}, status)} shows the syncs of providers`
          : `${session.lineToType({}, { words: `costs mirror ${quote(input.mirror)}`, options: {} })} reads what is new`,
    });
  },
});

function describeMissing({ missingDays }: Freshness): string {
  return missingDays === null ? '' : `, ${pluralize(missingDays, 'day')} missing`;
}

function toRows(facts: CompletenessFacts) {
  const { hasColumn, unmet, presence } = facts;
  // If nothing meets the conditions, no day of the period has such rows, whatever other rows it has.
  const missing = unmet === undefined ? presence.missing : [...eachDay(unmet)];
  const { own: sources, silent } = judgeSources(facts);
  const none = { firstDay: null, lastDay: null, usualRows: null, share: null };
  const noSync = { lastSyncAt: null, syncError: null };
  const own = sources.map(({ label, verdict, firstDay, lastDay, usualRows, sync, ...one }) => {
    // Only the sync of its provider shows that rows are missing: it is not known on which days.
    const isSilent = verdict === 'ok' && one.fault !== undefined;
    const days = hasColumn ? one.missingDays : Math.max(one.missingDays, missing.length);
    return {
      ...{ source: label, firstDay, lastDay, usualRows, share: onlyShare(one.shares) },
      verdict: isSilent ? ('stalled' as const) : verdict,
      missingDays: isSilent ? null : days,
      lastSyncAt: sync?.lastSyncAt ?? null,
      syncError: sync?.error ?? null,
    };
  });
  const all = { ...none, ...noSync, source: '(all)', verdict: 'missing' as const };
  const [only] = own;
  const isWhole = !hasColumn && only !== undefined;
  const isFine = only?.verdict === 'ok' || only?.verdict === 'late';
  return [
    ...(isWhole && isFine && missing.length > 0 ? [{ ...only, verdict: 'missing' as const }] : own),
    ...silent.map(({ label, lastSyncAt, error }) => ({
      // Without any row it is not known which days to expect.
      ...{ ...none, source: label, missingDays: null, lastSyncAt, syncError: error },
      verdict: 'stalled' as const,
    })),
    ...(missing.length > 0 && !isWhole ? [{ ...all, missingDays: missing.length }] : []),
  ];
}
