import type { Call } from './call.ts';
import type { Kind } from './state/records.ts';
import type { State } from './state/state.ts';

const prefixes: Readonly<Record<Kind, string>> = {
  workspaces: 'wsp_',
  workspaceProviders: 'wpr_',
  virtualTags: 'vtg_',
  providers: 'prv_',
  runs: 'run_',
  metrics: 'bmt_',
  filters: 'flt_',
  users: 'usr_',
};

/** An id that no record of the kind has, even if the same random numbers are drawn again. */
export function newId({ random }: Call, state: State, kind: Kind): string {
  const parts = [random(), random()].map((one) => one.toString(36).slice(2, 10).padEnd(8, '0'));
  const name = prefixes[kind] + parts.join('');
  let id = name;
  for (let number = 2; state.get(kind, id) !== undefined; number += 1) id = `${name}-${number}`;
  return id;
}
