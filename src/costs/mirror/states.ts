import { join } from 'node:path';
import { CostctlError, fileError } from '../../errors.ts';
import { addDays } from '../days.ts';
import { type Manifest, readManifest, requireManifest } from './manifest.ts';

/** The state of a mirror now, or what it was at the end of a day. */
export async function findState(folder: string, asOf: string | undefined): Promise<Manifest> {
  const current = await requireManifest(folder);
  if (asOf === undefined) return current;
  const end = addDays(asOf, 1);
  if (current.since < end) return current;
  const past = [...current.past]
    .sort((one, other) => (one.since < other.since ? 1 : -1))
    .find(({ since }) => since < end);
  if (past === undefined) throw unknownState(folder, asOf, current);
  const path = join(folder, past.path);
  const state = await readManifest(path);
  if (state === undefined) throw fileError(`cannot read ${path}`, 'it is gone');
  return state;
}

function unknownState(folder: string, asOf: string, { since, past }: Manifest): CostctlError {
  const first = past.map((state) => state.since).sort()[0] ?? since;
  return new CostctlError(
    'incomplete',
    `${folder} keeps no state of ${asOf}: its first is of ${first}`,
    {
      hint: `costctl costs mirror ${folder} --history 13m keeps past states from now on`,
    },
  );
}
