import { CostctlError, usageError } from '../../../errors.ts';
import { compareDecimals, formatDecimal } from '../../../json/decimal.ts';
import { percentOf } from '../../../json/percent.ts';
import { kebab, wordsOf } from '../../../openapi/words.ts';
import type { ResultRow } from '../../../questions/result-rows.ts';
import type { Session } from '../../../session.ts';
import { nameFirst, pluralize } from '../../../text.ts';
import {
  amountIn,
  findOperation,
  propertyOf,
  readRecords,
  textIn,
} from '../../openapi/service-operation.ts';
import { budgetView } from './budget-view.ts';
import { describeBudgetCheck, refuseExceeded } from './budgets.ts';

/** Judges the service's own budgets by the figures that it has for each, without reading rows. */
export async function checkServiceBudgets(
  session: Session,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  refuseOthers(session, input);
  const operation = findOperation(session, 'Budgets: list');
  if (operation === undefined) {
    throw usageError(
      '--budgets service: no imported document lists the budgets of the service',
      'costctl api import FILE; or --budgets FILE with budgets of your own',
    );
  }
  const [name, limit, spent] = [
    propertyOf(operation, 'name'),
    propertyOf(operation, 'limit'),
    propertyOf(operation, 'spent'),
  ];
  const currency = operation.fields.includes('currency') ? 'currency' : 'currencyCode';
  const records = await readRecords(session, operation, undefined);
  const rows = records.map((record): ResultRow => {
    const [most, actual] = [amountIn(record, limit), amountIn(record, spent)];
    const known = { budget: textIn(record, name) ?? '', period: textIn(record, 'period') ?? '' };
    const isJudged = most !== undefined && actual !== undefined && most.units > 0n;
    const isOver = isJudged && compareDecimals(actual, most) > 0;
    return {
      ...known,
      state: isJudged ? (isOver ? 'exceeded' : 'ok') : 'unjudged',
      currency: textIn(record, currency) ?? '',
      actual: actual === undefined ? null : formatDecimal(actual),
      outlook: null,
      limit: most === undefined ? null : formatDecimal(most),
      share: isJudged ? percentOf(actual, most) : null,
      warned: null,
      ...(isJudged ? {} : { problem: 'it lacks an amount above 0, or what was spent' }),
    };
  });
  const stateIs = (state: string) => rows.filter((row) => row['state'] === state);
  const names = stateIs('unjudged').map(({ budget }) => String(budget));
  const count = pluralize(names.length, 'budget');
  const why = 'could not be judged without an amount above 0 and what was spent';
  const open = names.length === 0 ? [] : [`${count} ${why}: ${nameFirst(names, 10)}`];
  const view = { ...budgetView(rows), lacks: open[0] };
  await session.output.check<ResultRow>(rows, describeBudgetCheck, view);
  refuseExceeded(stateIs('exceeded'), open);
  if (open.length > 0) throw new CostctlError('incomplete', open.join());
  if (rows.length === 0 && input['allowEmpty'] !== true) {
    throw new CostctlError('incomplete', 'the service has no budgets to judge', {
      hint: 'if that is right, accept it with --allow-empty',
    });
  }
}

/**
 * Refuses all other options: the service decides what it reads and how it adds up. Settings are for other checks
 * too, so they are only left out.
 */
function refuseOthers({ settings, output }: Session, input: Readonly<Record<string, unknown>>) {
  const { where, convertTo, rateMethod } = settings;
  const settled = new Set<unknown>([...where.value, convertTo.value, rateMethod.value]);
  const other = Object.entries(input).find(
    ([key, value]) =>
      !['budgets', 'allowEmpty', 'noWhere'].includes(key) &&
      value !== false &&
      [value].flat().some((one) => one !== undefined && !settled.has(one)),
  );
  if (other === undefined) {
    if (input['where'] !== undefined) {
      output.note(`the conditions of ${where.origin} do not apply to the budgets of the service`);
    }
    return;
  }
  throw usageError(
    `--budgets service takes no --${kebab(wordsOf(other[0]))}: the service judges its own rows`,
    'leave it out, or give budgets of your own: --budgets FILE',
  );
}
