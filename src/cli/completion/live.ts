import { listNames } from '../../api/nouns.ts';
import type { Session } from '../../session.ts';
import type { LiveKind, Offer } from '../help/tree.ts';

/** More than this would fill the screen. */
const paging = { max: 500 };

/** The records of a kind at the service. */
export async function readLive(
  kind: Exclude<LiveKind, 'profiles'>,
  { http, workspace }: Session,
): Promise<Offer[]> {
  const offers: Offer[] = [];
  for await (const { id, name } of listNames(http, kind, workspace, paging)) {
    offers.push([id, name]);
  }
  return offers;
}
