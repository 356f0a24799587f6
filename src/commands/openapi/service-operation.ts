import { firstQuery, readListItems } from '../../api/list-pages.ts';
import { AnyJson } from '../../api/operation.ts';
import { readAll } from '../../api/pages.ts';
import type { DayRange } from '../../days.ts';
import { CostctlError, isFailure, usageError } from '../../errors.ts';
import { type Decimal, parseDecimal } from '../../json/decimal.ts';
import { isNumber, isObject, type JsonObject } from '../../json/number.ts';
import type { DescribedOperation } from '../../openapi/description.ts';
import type { Session } from '../../session.ts';
import { nameFirst } from '../../text.ts';
import { descriptionsFor } from './stored-document.ts';

/** A GET that the service names without a path, if an imported document has it; `Budgets: list`. */
export function findOperation({ settings }: Pick<Session, 'settings'>, named: string) {
  try {
    return descriptionsFor(settings)
      .flatMap(({ operations }) => operations)
      .find((one) => one.named === named && one.method === 'GET' && !one.path.includes('{'));
  } catch (error) {
    // The commands of a document that cannot be read say so; the callers of this function work without one.
    if (error instanceof CostctlError) return undefined;
    throw error;
  }
}

/** The operation that says what the service knows about the token, if it needs no input. */
export function findTokenOperation(session: Session): DescribedOperation | undefined {
  const found = findOperation(session, 'Utility: current token info');
  return found?.parameters.every(({ required }) => !required) === true ? found : undefined;
}

/** Every record of the operation's response, whether it is a list or one record. */
export async function readRecords(
  session: Session,
  operation: DescribedOperation,
  days: DayRange | undefined,
): Promise<JsonObject[]> {
  const { path, pages } = operation;
  const asked = queryOf(session, operation, days);
  if (pages === undefined) {
    const one = await session.http.send(
      { ...operation, response: AnyJson },
      { query: Object.fromEntries(asked) },
    );
    return (Array.isArray(one) ? one : [one]).filter(isObject);
  }
  const request = { path, query: firstQuery(pages, asked, {}), pages };
  return (await readAll(readListItems(session.http, request))).filter(isObject);
}

/** The workspace, and the days by the names that the service gives them for cost data. */
function queryOf(
  session: Session,
  { path, parameters, pages }: DescribedOperation,
  days: DayRange | undefined,
): URLSearchParams {
  const query = new URLSearchParams();
  const paging = [pages?.page?.name, pages?.limit?.name, pages?.offset?.name];
  for (const { name, place, required, workspace, fallback } of parameters) {
    const known: Readonly<Record<string, string | undefined>> = {
      startDate: days?.from,
      endDate: days?.to,
    };
    const own = workspace
      ? required
        ? session.workspace()
        : session.settings.workspace.value
      : Object.hasOwn(known, name)
        ? known[name]
        : fallback;
    if (own !== undefined && place === 'query') query.set(name, own);
    else if (required && !paging.includes(name)) {
      throw usageError(`GET ${path} needs ${name}, and nothing says what it should be`);
    }
  }
  return query;
}

/** Names that can mean nothing else. The properties are not published, and others not guessed. */
const roles = {
  name: ['name', 'title'],
  limit: ['amount', 'limit', 'limitAmount', 'budgetAmount', 'budgetedAmount'],
  spent: ['spent', 'spend', 'actual', 'spentAmount', 'actualAmount', 'actualSpend', 'currentSpend'],
  forecast: ['forecast', 'forecastAmount', 'forecastCost', 'forecastedAmount', 'forecastedCost'],
  currency: ['currency', 'currencyCode'],
  day: ['date', 'day', 'anomalyDate', 'usageDate'],
} as const;

/** The property of a role if there is exactly one; otherwise an error with what there is. */
export function propertyOf({ path, fields }: DescribedOperation, role: keyof typeof roles): string {
  const found = fields.filter((field) => roles[role].some((name) => name === field));
  if (found.length === 1 && found[0] !== undefined) return found[0];
  const problem = found.length === 0 ? 'no property' : 'several properties';
  const has = fields.length === 0 ? 'names none' : `has ${nameFirst(fields, 10)}`;
  const what = `in the document GET ${path} has ${problem} that can be the ${role === 'spent' ? 'amount spent' : role}: it ${has}`;
  throw usageError(what, `known names: ${roles[role].join(', ')}`);
}

/** An amount that the service sent as a number or as its text; undefined if it sent neither. */
export function amountIn(record: JsonObject, property: string): Decimal | undefined {
  const value = record[property];
  const isAmount = typeof value === 'string' || isNumber(value);
  return isAmount ? parseDecimal(String(value)) : undefined;
}

export function textIn(record: JsonObject, property: string | undefined): string | undefined {
  const value = property === undefined ? undefined : record[property];
  return typeof value === 'string' ? value : undefined;
}

/**
 * The service's own figures, to show beside an answer of this program. If they cannot be shown a note says
 * why, since the answer does not depend on them.
 */
export async function besides<Figure>(
  session: Session,
  named: string,
  read: (operation: DescribedOperation) => Promise<Figure>,
  note: (sentence: string) => void,
): Promise<Figure | undefined> {
  const operation = findOperation(session, named);
  if (operation === undefined) return undefined;
  try {
    return await read(operation);
  } catch (error) {
    if (!isFailure(error)) throw error;
    note(`the service's own figures are not shown: ${error.message}`);
    return undefined;
  }
}
