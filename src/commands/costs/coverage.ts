import { operations } from '../../api/operations.ts';
import { command } from '../../command.ts';
import { inputFile, parsed, text } from '../../declaration/kind.ts';
import { namesOf, optional, required } from '../../declaration/option.ts';
import type { Fields } from '../../declaration/result.ts';
import { CostctlError } from '../../errors.ts';
import { isCheckFormat } from '../../formats/registry.ts';
import {
  compareDecimals,
  type Decimal,
  formatDecimal,
  formatPercent,
  parseDecimal,
} from '../../json/decimal.ts';
import type { CheckResult } from '../../output/check-report.ts';
import { markCovered } from '../../questions/marker.ts';
import {
  describeCoverage,
  describeWholeCoverage,
  reaches,
} from '../../questions/measure-coverage.ts';
import { fieldOf, nameGroup, type ResultRow, withCurrency } from '../../questions/result-rows.ts';
import { describeMissing } from '../../rows/require-columns.ts';
import { conditionOf } from '../../rows/where-language.ts';
import { readTextFile } from '../../storage/read-input.ts';
import { didYouMean } from '../../suggest.ts';
import { quote } from '../../text.ts';
import { readAnalysis } from './analysis.ts';
import { analysisOptions } from './analysis-input.ts';
import { currencyField, groupedView, money, showJudged } from './figure-view.ts';
import { judgeGroups } from './group-faults.ts';
import { incompleteData, notJudged } from './incomplete-data.ts';
import { listRows } from './list.ts';
import { byOption, chooseCosts } from './options.ts';
import { gateOptions } from './presence.ts';
import { nameMarks, wantsTotal } from './result-format.ts';

const whole: Decimal = { units: 100n, scale: 0 };

const percent = parsed(
  'percent',
  'must be a percentage from 0 to 100, such as 95',
  { example: '95' },
  (given) => {
    const value = parseDecimal(given.replace(/%$/, ''));
    const isShare = value !== undefined && value.units >= 0n && compareDecimals(value, whole) <= 0;
    return isShare ? value : undefined;
  },
);

const figures: Fields = {
  currency: currencyField,
  positiveCost: ['decimal', { header: 'positive cost', ...money, importance: 'normal' }],
  covered: ['decimal', { ...money, importance: 'normal' }],
  uncovered: ['decimal', money],
  percent: ['decimal or null', { header: 'covered %', kind: 'percent', importance: 'answer' }],
  rows: ['count', { kind: 'number', importance: 'extra' }],
  rowsCovered: ['count', { header: 'rows covered', kind: 'number', importance: 'extra' }],
  credits: ['decimal', { ...money, importance: 'extra' }],
};

export const coverage = command({
  words: 'costs coverage',
  purpose: 'Show how much of the cost has the tags it needs, and what lacks them',
  operation: operations.getCosts,
  check: true,
  options: {
    ...analysisOptions,
    require: required(
      text('columns', { example: 'tags.team', offers: 'columns' }),
      'columns that each row needs: COL[,COL]',
    ),
    min: optional(percent, 'exit 11 if a row of the result is below this share'),
    allowed: optional(inputFile, 'YAML file with the values that are allowed for each column'),
    ...gateOptions,
    by: byOption('one row per group, the largest uncovered cost first: COL[,COL] (repeatable)'),
  },
  details: `The share is of the positive cost; credits are shown next to it. A value that is missing, blank or
not allowed does not count, nor does a list or an object with nothing in it. The file of --allowed is a map
of columns and their values, such as tags.team: [web, shop].`,
  examples: [
    'costctl costs coverage --last 7d --require tags.team',
    'costctl costs coverage --last 7d --require tags.team --by service --min 0 -q',
  ],
  rows: { ...figures, 'all?': 'yes or no' },
  run: async (session, input) => {
    const { by = [], min } = input;
    const needed = namesOf('--require')([input.require]);
    const allowed = await readAllowed(input.allowed, needed);
    const misspelt = watchValues(needed, allowed);
    const marker = markCovered(needed, misspelt.isAllowed);
    const choice = await chooseCosts(session, input);
    const analysis = await readAnalysis(session, input, choice, {
      by,
      byDay: false,
      marker,
      isGate: min !== undefined,
    });
    const { groups } = analysis;
    const unknown = groups.length === 0 ? [] : marker.missing();
    const known = unknown.length === 0 ? [] : await analysis.names(unknown);
    for (const column of unknown.filter((name) => !known.includes(name))) {
      analysis.warn(`--require: ${describeMissing(column, known)}`);
    }
    for (const warning of misspelt.describe()) analysis.warn(warning);
    const least = min === undefined ? [] : [`at least ${formatDecimal(min)} %`];
    const question = [`covered is what has ${needed.join(' and ')}`, ...least];
    const parts = describeCoverage(groups, by, min);
    const wholes =
      by.length > 0 && wantsTotal(session, undefined) ? describeWholeCoverage(groups, by, min) : [];
    const rows = [...parts, ...wholes];
    const hasCurrencies = parts.some(({ currency }) => currency !== null);
    const describeRow = (row: ResultRow) => nameOf(row, by, hasCurrencies);
    // The whole is not a group, so it is not judged by itself.
    const isBelow = (row: ResultRow) =>
      min !== undefined && row['all'] !== true && !reaches(row, min);
    // Rows that are not there may have the tags. Those that are still to come do not fail a check, but what is below
    // the minimum may be waiting for them.
    const doubtOf = (row: ResultRow) => ({
      values: by.map((column) => row[fieldOf(column)]),
      lacking: [choice.period],
      late: isBelow(row) ? [choice.period] : [],
    });
    const { faults, isOpen } = judgeGroups(analysis, by, parts.map(doubtOf));
    const describe = (row: ResultRow): CheckResult => {
      const isOpenRow = isOpen(doubtOf(row));
      const figure =
        row['percent'] === null
          ? 'no positive cost'
          : `${formatPercent(String(row['percent']))} % of ${withCurrency(row, 'positiveCost')} is covered${min === undefined ? '' : `, minimum ${formatDecimal(min)} %`}`;
      return {
        name: describeRow(row),
        state: isOpenRow ? 'skipped' : isBelow(row) ? 'failed' : 'passed',
        message: isOpenRow ? `${figure}${notJudged}` : figure,
      };
    };
    const shown = isCheckFormat(session.format)
      ? parts
      : nameMarks(session, rows, analysis.grouping);
    await showJudged(session, shown, {
      isCheck: min !== undefined,
      describe,
      faults,
      view: {
        ...groupedView(analysis.grouping, figures, rows),
        about: analysis.about({ question }),
      },
    });
    await analysis.conclude();
    const certain = parts.filter((row) => isBelow(row) && !isOpen(doubtOf(row)));
    const [first] = certain;
    if (faults.length > 0 && first === undefined) {
      throw incompleteData(session, faults, [choice.period]);
    }
    if (first === undefined || min === undefined) return;
    const others = certain.length > 1 ? `; ${certain.length - 1} more below it` : '';
    const open = faults.map(({ text }) => `; ${text}`).join('');
    throw new CostctlError(
      'check_failed',
      `${describeRow(first)}: ${formatPercent(String(first['percent']))} % of the cost is covered, below the minimum of ${formatDecimal(min)} %${others}${open}`,
      {
        hint: hintAtRows(
          listRows(session, input, [conditionOf(needed[0] ?? '', null)]),
          needed,
          misspelt.first(),
        ),
      },
    );
  },
});

const mostNamed = 20;

/** Keeps some of the values that are not allowed, to name them. */
function watchValues(
  columns: readonly string[],
  allowed: ReadonlyMap<string, readonly string[]> | undefined,
) {
  const seen = new Map(columns.map((column) => [column, new Set<string>()]));
  const all = () =>
    [...seen].flatMap(([column, values]) => [...values].map((value) => ({ column, value })));
  return {
    isAllowed: (column: string, value: string) => {
      const values = allowed?.get(column);
      if (values === undefined || values.includes(value)) return true;
      const own = seen.get(column);
      if (own !== undefined && own.size <= mostNamed) own.add(value);
      return false;
    },
    describe: () => {
      const named = all().map(
        ({ column, value }) =>
          `a value that is not allowed: ${column}: ${value}${didYouMean(value, allowed?.get(column) ?? [])}`,
      );
      if (named.length <= mostNamed) return named;
      return [...named.slice(0, mostNamed), 'there are more values that are not allowed'];
    },
    first: () => all()[0],
  };
}

/** How the rows below the minimum are listed. */
function hintAtRows(
  lines: string,
  [column, ...more]: readonly string[],
  refused: { readonly column: string; readonly value: string } | undefined,
): string {
  const likewise = more.length > 0 ? `; likewise ${more.join(', ')}` : '';
  const disallowed =
    refused === undefined
      ? ''
      : `; with --where ${quote(conditionOf(refused.column, refused.value))} instead, rows whose value is not allowed`;
  return `${lines} lists the rows without ${column}${likewise}${disallowed}`;
}

async function readAllowed(path: string | undefined, needed: readonly string[]) {
  if (path === undefined) return undefined;
  const { parseAllowed } = await import('../../rows/yaml-file.ts');
  return parseAllowed(path, await readTextFile(path), needed);
}

function nameOf(row: ResultRow, by: readonly string[], hasCurrencies: boolean): string {
  const { currency: own } = row;
  const currency = own !== null ? [String(own)] : hasCurrencies ? ['without a currency'] : [];
  return [...nameGroup(row, by), ...currency].join(' ') || 'all rows';
}
