import { createHash } from 'node:crypto';
import { type Struck, struckRequests } from './commands.ts';
import type { Fault } from './fault.ts';
import type { Way } from './setup.ts';

export interface Case {
  readonly fault: Fault;
  readonly struck: Struck;
  readonly how: 'once' | 'always';
}

export function casesOf(faults: readonly Fault[]): readonly Case[] {
  return faults.flatMap((fault) =>
    struckRequests
      .filter(({ kind }) => fault.kinds?.includes(kind) ?? true)
      .filter(({ after }) => after === 0 || !isAtTheBeginning(fault))
      // A server keeps to itself what its commands report.
      .filter(({ kind }) => kind !== 'tool' || fault.isReported !== true)
      .flatMap((struck) => waysOf(fault).map((how) => ({ fault, struck, how }))),
  );
}

/** A hostile link is read with the first page; who refuses connections lets no first request through. */
function isAtTheBeginning({ point, greet }: Fault): boolean {
  return point === 'the links' || typeof greet === 'string';
}

/**
 * Links that always lead on are pages without end; a connection that always goes after an answer may
 * take the next request with it again and again; who refuses once refuses always.
 */
function waysOf({ point, end, greet }: Fault): readonly Case['how'][] {
  if (point === 'after the body' || (point === 'the links' && end === 'whole')) return ['once'];
  return typeof greet === 'string' ? ['always'] : ['once', 'always'];
}

/** Behind a proxy, a connection that is refused is the proxy's to report. */
export function reaches({ greet }: Fault, way: Way): boolean {
  return way === 'direct' || typeof greet !== 'string';
}

export function nameOf({ fault, struck, how }: Case): string {
  const nth = struck.after === 0 ? 'first' : 'second';
  return `${fault.point}: ${fault.name}, ${how}, at the ${nth} request of ${struck.kind}`;
}

/** A share of the cases, spread over all of them, the same for the same seed. */
export function sample(cases: readonly Case[], count: number, seed: number): readonly Case[] {
  const ranked = cases.map((one) => {
    const hash = createHash('sha256')
      .update(`${seed} ${nameOf(one)}`)
      .digest('hex');
    return { one, hash };
  });
  ranked.sort((a, b) => (a.hash < b.hash ? -1 : 1));
  return ranked.slice(0, count).map(({ one }) => one);
}
