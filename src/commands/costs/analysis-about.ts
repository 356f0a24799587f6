import { type DayRange, overlap, rangeName } from '../../days.ts';
import { isCheckFormat, needsFile } from '../../formats/registry.ts';
import type { Described } from '../../output/view.ts';
import { count, type Phrase, say } from '../../phrase.ts';
import type { PeriodAnswer } from '../../questions/analyze.ts';
import type { Survey } from '../../questions/survey.ts';
import { type About, describeAbout } from '../../rows/about.ts';
import { normalizeCurrency } from '../../rows/currency-and-day.ts';
import type { FoundColumns } from '../../rows/detect-columns.ts';
import type { CostColumns } from '../../rows/require-columns.ts';
import type { Group } from '../../rows/tally.ts';
import type { Session } from '../../session.ts';
import type { AnalysisInput } from './analysis-input.ts';
import type { CostChoice } from './options.ts';
import { isForPeople } from './result-format.ts';

type Asked = Partial<Pick<AnalysisInput, 'where' | 'envelope' | 'receipt'>>;

/** Whether the form of the answer has room for a caption or `about`. */
export function hasPlace(session: Session, { envelope, receipt }: Asked): boolean {
  const { format } = session;
  const isDocument = isForPeople(session) || needsFile(format) || isCheckFormat(format);
  return isDocument || envelope === true || receipt !== undefined;
}

export async function describeScope({ settings }: Session, { mirror }: CostChoice) {
  if (mirror !== undefined) {
    const { query } = await mirror.state();
    const time = mirror.asOf === undefined ? '' : ` as of ${mirror.asOf}`;
    return [`mirror ${mirror.folder}${time}`, ...query.where].join(', ');
  }
  return settings.sandbox ? 'sandbox (invented)' : 'everything the token reaches';
}

/** What an answer about rows is about; `facts` is what the action knows of the rows. */
export async function aboutRows(
  session: Session,
  { where, envelope }: Asked,
  choice: CostChoice,
  facts: Partial<About>,
): Promise<Described> {
  const scope = await describeScope(session, choice);
  const none = { currencies: [], warnings: [], notes: [] };
  const period = daysOf(choice.period);
  return withCaption(
    { ...none, period, scope, conditions: where ?? [], ...facts },
    envelope === true,
  );
}

/** The amounts of rows: nothing if their column is unclear, and null if there was no row to look at. */
export function describeAmounts(
  found: FoundColumns | undefined,
  valuesOf: Survey['valuesOf'],
): Partial<Pick<About, 'amountColumn' | 'currencies' | 'withoutCurrency'>> {
  if (found === undefined) return { amountColumn: null };
  const { amount, currency } = found;
  if (amount.column === undefined) return {};
  const values = currency.column === undefined ? [] : valuesOf(currency.column);
  const currencies = new Set(values.flatMap((value) => normalizeCurrency(value) ?? []));
  const none = currency.how === 'none' ? lackOfCurrency({ currency: undefined }) : {};
  return { amountColumn: amount.column, currencies: [...currencies].sort(), ...none };
}

/** Whether rows that were looked at have no column of currencies. */
export function lackOfCurrency(
  columns: Pick<CostColumns, 'currency'> | undefined,
): Pick<About, 'withoutCurrency'> {
  return columns === undefined || columns.currency !== undefined ? {} : { withoutCurrency: true };
}

/** What the figures are, with the line that says it to people. */
export function withCaption(facts: About, envelope: boolean): Described {
  const { period, baseline, currencies } = facts;
  const [currency] = currencies.length === 1 ? currencies : [];
  const said = {
    period: rangeName(period),
    ...(baseline === undefined ? {} : { baseline: rangeName(baseline) }),
    ...(currency === undefined ? {} : { currency }),
  };
  return { caption: describeAbout(facts), facts, said, envelope };
}

/** Only the days of a period, which also knows how it was chosen. */
export function daysOf({ from, to }: DayRange): DayRange {
  return { from, to };
}

/** What it means that rows have no currency, if there is a column of currencies and any has none. */
export function describeBlank(
  columns: CostColumns | undefined,
  groups: readonly Pick<Group, 'currency' | 'rows'>[],
): Phrase | undefined {
  const blank = groups.reduce((sum, { currency, rows }) => sum + (currency === null ? rows : 0), 0);
  if (columns?.currency === undefined || blank === 0) return undefined;
  const have = blank === 1 ? 'row has' : 'rows have';
  return say`${count(blank)} ${have} no currency: such amounts are added up separately`;
}

/** The groups of all periods. A day that two periods have counts once. */
export function onceEach(periods: readonly PeriodAnswer[]): Group[] {
  return periods.flatMap(({ groups }, place) =>
    groups.filter(
      ({ day }) =>
        day === null ||
        !periods.slice(0, place).some(({ range }) => overlap(range, { from: day, to: day })),
    ),
  );
}
