import { listNames } from '../../api/nouns.ts';
import type { Session } from '../../session.ts';
import type { LiveKind, Offer } from './offer.ts';

/** More would fill the screen. */
const paging = { max: 500 };

/** What the service has of a kind. */
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
