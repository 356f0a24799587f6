import { subtractDecimals } from '../json/decimal.ts';
import { count, type Phrase, plain, type Said, say } from '../phrase.ts';
import { currenciesOf, decimalOf, type ResultRow } from '../questions/result-rows.ts';
import { composeAnomalies } from './anomalies-section.ts';
import { composeAllocation, composeCoverage } from './coverage-sections.ts';
import { composeDaily } from './daily-section.ts';
import {
  composeHeadlines,
  currenciesIn,
  currencyOf,
  inCurrency,
  knownMoney,
  left,
  money,
  named,
  numberOr,
  right,
  sizeOf,
  tableOf,
  unitOf,
} from './figures.ts';
import { composeChanges, composeParts, composeTotal } from './main-sections.ts';
import { composeMonths } from './months-section.ts';
import { composeBudgets, composeOutlook } from './outlook-sections.ts';
import type { ReportDocument, Section, SectionId, Table } from './report-document.ts';
import type { ReportFacts, UnitFacts } from './report-facts.ts';
import { wordsOf } from './right-to-left.ts';
import { composeWhy } from './why-section.ts';

const writers: Readonly<
  Record<SectionId, (facts: ReportFacts) => Section | readonly Section[] | undefined>
> = {
  total: composeTotal,
  changes: (facts) => [composeWhy(facts), composeChanges(facts)].filter((one) => one !== undefined),
  daily: composeDaily,
  months: composeMonths,
  by: composeParts,
  unit: composeUnits,
  budgets: composeBudgets,
  outlook: composeOutlook,
  allocation: composeAllocation,
  coverage: composeCoverage,
  anomalies: composeAnomalies,
};

/** The report as text, tables and charts, in the order of the sections that were chosen. */
export function composeReport(
  facts: ReportFacts,
  sections: readonly SectionId[],
  footer: readonly Phrase[],
): ReportDocument {
  const written = sections.map((id) => ({ id, parts: withCaveats(id, facts) }));
  const shown = written.flatMap(({ id, parts }) => (parts.length > 0 ? [id] : []));
  return {
    title: facts.title ?? 'Cloud cost report',
    period: facts.period,
    isMonth: facts.areMonths,
    hasCurrencies: hasCurrencies(facts),
    headlines: composeHeadlines(facts),
    sections: [composeData(facts, shown), ...written.flatMap(({ parts }) => parts)],
    leftOut: facts.leftOut.map(({ title, why }) => ({ title, why: quoted(why) })),
    footer,
  };
}

function hasCurrencies({ whole, months, outlook }: ReportFacts): boolean {
  const shown = currenciesOf([...whole.after, ...whole.before, ...months.lines]);
  return [...shown, ...currenciesIn(outlook?.rows ?? [])].some((currency) => currency !== null);
}

/** Says first which rows there are: everything below depends on it. */
function composeData(facts: ReportFacts, shown: readonly SectionId[]): Section {
  const { origin, conditions, data, conversion, caveats, warnings } = facts;
  // What qualifies a section that is not shown may qualify the first lines.
  const own = caveats.filter(({ section }) => shown.includes(section));
  const others = warnings.filter((warning) =>
    own.every(({ said }) => plain(said) !== plain(warning)),
  );
  return {
    title: 'Data',
    lead: [
      sentenceOf(origin),
      ...(conditions.length === 0 ? [] : [coverOf(conditions)]),
      ...[data, ...conversion, ...others].map(sentenceOf),
    ],
  };
}

/** A sentence of its own: with a capital letter, and with a point. */
function sentenceOf(said: Said): Phrase {
  const text = plain(said);
  const [first = '', ...others] = say`${said}${/[.?!]$/.test(text) ? '' : '.'}`;
  if (typeof first !== 'string') return quoted([first, ...others]);
  // A name, such as that of a column, is shown as it is written.
  const isWord = /^[a-z]+[,.:;]?(?: |$)/.test(text);
  const start = isWord ? first.charAt(0).toUpperCase() + first.slice(1) : first;
  return quoted([start, ...others]);
}

/** A sentence may quote names and errors of the service. As names, its words never become markup. */
function quoted(said: Said): Phrase {
  return say`${said}`.flatMap((part) => {
    if (typeof part !== 'string') return [part];
    return wordsOf(part).flatMap((word, place) => [
      ...(place === 0 ? [] : [' ']),
      ...(word === '' ? [] : [named(word)]),
    ]);
  });
}

function coverOf(conditions: readonly string[]): Phrase {
  const names = conditions.flatMap((own, at) => [at === 0 ? '' : ' and ', named(own)]);
  return ['Only rows that meet ', ...names, ' are included.'];
}

/** The section, or those of each currency or column, with what qualifies the figures. */
function withCaveats(id: SectionId, facts: ReportFacts): Section[] {
  const caveats = facts.caveats.filter(({ section }) => section === id);
  const sentences = caveats.map(({ said }) => sentenceOf(said));
  return [writers[id](facts) ?? []]
    .flat()
    .map((one) => ({ ...one, lead: [...(one.lead ?? []), ...sentences] }));
}

/** What one order, seat or request cost. */
function composeUnits({ units }: ReportFacts): Section | undefined {
  if (units.length === 0) return undefined;
  const parts = units.map((one) => ({ one, days: one.rows.filter(({ all }) => all !== true) }));
  return {
    title: 'Unit costs',
    lead: parts.flatMap(({ one }) => unitLeads(one)),
    charts: parts.flatMap(({ one, days }) =>
      currenciesIn(days).map((currency) => ({
        label: ['Cost of one ', named(unitOf(one)), ' on each day', ...costCurrency(one, currency)],
        points: days
          .filter((row) => row['currency'] === currency)
          .map(({ period, unitCost }) => ({
            label: [count(Number(String(period).slice(8)))],
            value: typeof unitCost === 'string' ? sizeOf(unitCost) : undefined,
          })),
        legend: { main: `cost of one ${unitOf(one)}`, none: 'no unit cost' },
      })),
    ),
    tables: parts.flatMap(({ one, days }) =>
      currenciesIn(days).map((currency) => unitTable(one, currency, days)),
    ),
  };
}

/** Without any cost, nothing is said about a currency. */
function costCurrency({ rows }: UnitFacts, currency: string | null): Phrase {
  const hasCost = rows.some(
    (row) => row['currency'] === currency && decimalOf(row['cost']).units !== 0n,
  );
  return currency === null && !hasCost ? [] : inCurrency(currency);
}

function unitLeads(one: UnitFacts): Phrase[] {
  return one.rows
    .filter(({ all }) => all === true)
    .map((row): Phrase => {
      const currency = currencyOf(row);
      if (typeof row['unitCost'] !== 'string')
        return [named(one.name), ...costCurrency(one, currency), ': ', String(row['state'])];
      const loose = decimalOf(row['costLeftOut'] ?? '0');
      return [
        named(one.name),
        ': one ',
        named(unitOf(one)),
        ' cost ',
        { kind: 'number', value: row['unitCost'] },
        ...(currency === null ? [] : [' ', named(currency)]),
        '. That is ',
        money(subtractDecimals(decimalOf(row['cost']), loose), currency),
        ' divided by ',
        { kind: 'number', value: String(row['value'] ?? '0') },
        ...(loose.units === 0n
          ? []
          : [
              '; ',
              money(loose, currency),
              ' is of days for which the metric has no value or zero, and is left out',
            ]),
        '.',
      ];
    });
}

function unitTable(one: UnitFacts, currency: string | null, days: readonly ResultRow[]): Table {
  return {
    caption: [named(one.name), ' day by day', ...costCurrency(one, currency)],
    isFolded: true,
    ...tableOf(
      days.filter((row) => row['currency'] === currency),
      [
        [left('Day'), (row) => ({ kind: 'day', value: String(row['period']) })],
        [right('Cost'), (row) => knownMoney(row['cost'], currency)],
        [right(['Value (', named(unitOf(one)), ')']), (row) => numberOr(row['value'], 'no value')],
        [right('Unit cost'), (row) => numberOr(row['unitCost'], String(row['state']))],
      ],
    ),
  };
}
