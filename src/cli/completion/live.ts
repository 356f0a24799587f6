import { listNames } from '../../api/nouns.ts';
import { operations } from '../../api/operations.ts';
import { listCurrencies } from '../../api/rate-calls.ts';
import { addDays, dayOf } from '../../days.ts';
import { leaves } from '../../rows/cost-page.ts';
import type { Session } from '../../session.ts';
import type { LiveKind, Offer } from '../help/tree.ts';

/** More than this would fill the screen. */
const paging = { max: 500 };

/** What the service has of a kind: records, columns of cost rows, or currencies. */
export async function readLive(kind: Exclude<LiveKind, 'profiles'>, session: Session) {
  if (kind === 'columns') return readColumns(session);
  if (kind === 'currencies') return readCurrencies(session);
  const offers: Offer[] = [];
  for await (const { id, name } of listNames(session.http, kind, session.workspace, paging)) {
    offers.push([id, name]);
  }
  return offers;
}

/** Days whose first rows are looked at: recent ones may still lack columns. */
const lookBack = 7;

async function readColumns({ http, context }: Session): Promise<Offer[]> {
  const today = dayOf(context.clock.now());
  const query = { startDate: addDays(today, -lookBack), endDate: today, page: 1, limit: 100 };
  const { data } = await http.send(operations.getCosts, { query });
  const names = new Set(data.flatMap((row) => [...leaves(row)].map(([name]) => name)));
  return [...names].map((name) => [name, '']);
}

async function readCurrencies({ http }: Session): Promise<Offer[]> {
  return (await listCurrencies(http)).map((name) => [name, '']);
}
