import type { Pacer, Refused, SharedPacer, Ticket } from './pacer.ts';
import { createRamp } from './ramp.ts';
import { type SharedLog, staleAfter } from './shared-log.ts';

/** After this many milliseconds, a request of another process counts as lost. */
const lostAfter = 30_000;
/** The same while the budget is unknown: a crash then delays the others no longer than this. */
const lostInRamp = 1_000;
/** How many milliseconds between two checks of what the other processes do. */
const pollInterval = 50;
/** The same while the budget is unknown. */
const rampInterval = 10;
/** A process that waits for its turn reports itself again after this many milliseconds. */
const reportInterval = 1_000;
/** After this many requests, what is known of the budget is written again. */
const repeatEvery = 200;
/** Requests accepted longer ago than this many milliseconds say nothing about how many fit now. */
const recent = 60_000;
/** How many lines a process remembers while there is no log. */
const mostEarly = 1_000;

/**
 * A pacer that knows the requests of all processes with the same token. Each process appends its own
 * requests to a log and replays those of the others, so that all reach the same result. The first
 * process in the log sends first; the others check again.
 *
 * A run creates the log before its second request, so a run with a single request leaves no file behind.
 */
export function createSharedPacer(
  pacer: Pacer,
  log: SharedLog,
  name: string,
  // A run that never waits is not paced; it obeys refusals only, and reports its own.
  isPaced = true,
): SharedPacer {
  const others = new Map<string, Ticket>();
  const own = new Map<Ticket, string>();
  const ramp = createRamp();
  let waiting: string[] = [];
  let sent = 0;
  let isJoined = false;
  /** What belongs in the log as soon as there is one. */
  let early: string[] = [];
  let reportedAt = Number.NEGATIVE_INFINITY;

  /** Replays the log, up to the process's own line if one is given. */
  function catchUp(now: number, ownLine?: string): void {
    waiting = [...waiting, ...log.read(now)];
    flush();
    const end = ownLine === undefined ? -1 : waiting.indexOf(ownLine);
    const lines = end < 0 ? waiting : waiting.slice(0, end + 1);
    waiting = end < 0 ? [] : waiting.slice(end + 1);
    for (const line of lines) replay(line, now);
    for (const [id, ticket] of others) if (now - ticket.sentAt > lostAfter) lose(id, ticket);
  }

  function replay(line: string, now: number): void {
    const [kind, id = '', ...numbers] = line.split(' ');
    const [time = Number.NaN, first = Number.NaN, second = Number.NaN] = numbers.map(Number);
    const process = id.slice(0, id.indexOf('-'));
    // Also false for NaN: damaged lines are skipped.
    if (process === name || !(time <= now + 1000 && time > now - staleAfter)) return;
    const ticket = others.get(id) ?? { sentAt: time, spacing: undefined, follows: undefined };
    if (kind === 'end') {
      ramp.end(process);
      return;
    }
    ramp.see(process, time);
    if (kind === 'here') return;
    if (kind === 'send') {
      others.set(id, pacer.send(time));
      return;
    }
    if (kind === 'budget' && first > 0 && second > 0) {
      pacer.learn({ requests: first, length: second });
    }
    if (kind === 'accept') {
      pacer.accept(ticket, time);
      if (now - time < recent) ramp.accept();
    }
    if (kind === 'forget') pacer.forget(ticket);
    if (kind === 'refuse' && first >= 0) {
      pacer.refuse(ticket, time, { wait: first, limit: second > 0 ? second : undefined });
    }
    others.delete(id);
  }

  function lose(id: string, ticket: Ticket): void {
    others.delete(id);
    pacer.forget(ticket);
  }

  function isHeld(now: number): boolean {
    if (pacer.budget() !== undefined) return false;
    let underWay = own.size;
    for (const { sentAt } of others.values()) underWay += now - sentAt < lostInRamp ? 1 : 0;
    return ramp.isHeld(underWay, now);
  }

  function delay(now: number): number {
    join(now);
    catchUp(now);
    const found = pacer.delay(now);
    if (found === 0 && isHeld(now)) {
      report(now);
      return rampInterval;
    }
    return found === Number.POSITIVE_INFINITY && others.size > 0 ? pollInterval : found;
  }

  /** Creates the log before the second request. */
  function join(now: number): void {
    if (isJoined || sent === 0) return;
    isJoined = true;
    log.create(now);
  }

  function write(line: string): void {
    early.push(line);
    flush();
  }

  function flush(): void {
    if (early.length === 0) return;
    if (log.isOpen()) {
      log.append(early.join('\n'));
      early = [];
    } else if (early.length > mostEarly) early = early.slice(-mostEarly / 2);
  }

  /** Shows the others that this process has requests to send. */
  function report(now: number): void {
    if (now - reportedAt < reportInterval) return;
    reportedAt = now;
    write(`here ${name}-h ${now}`);
  }

  function send(now: number): Ticket | undefined {
    const id = `${name}-${sent}`;
    sent += 1;
    const line = `send ${id} ${now}`;
    write(line);
    if (log.isOpen()) {
      catchUp(now, line);
      if (isPaced && (pacer.delay(now) > 0 || isHeld(now))) {
        write(`forget ${id} ${now}`);
        return undefined;
      }
    }
    const ticket = pacer.send(now);
    ramp.send(now);
    own.set(ticket, id);
    if (sent % repeatEvery === 0) writeBudget(now);
    return ticket;
  }

  function finish(ticket: Ticket, kind: string, ...numbers: readonly number[]): void {
    write([kind, own.get(ticket) ?? `${name}-x`, ...numbers].join(' '));
    own.delete(ticket);
  }

  function writeBudget(now: number): void {
    const { requests = 0, length = 0 } = pacer.budget() ?? {};
    if (length > 0) write(`budget ${name}-b ${now} ${requests} ${length}`);
  }

  return {
    ...pacer,
    delay,
    send,
    accept(ticket, now) {
      pacer.accept(ticket, now);
      ramp.accept();
      finish(ticket, 'accept', now);
    },
    forget(ticket) {
      pacer.forget(ticket);
      finish(ticket, 'forget', ticket.sentAt);
    },
    refuse(ticket, now, refused: Refused) {
      log.create(now);
      catchUp(now);
      pacer.refuse(ticket, now, refused);
      finish(ticket, 'refuse', now, refused.wait, refused.limit ?? 0);
      writeBudget(now);
    },
    end: (now) => {
      if (log.isOpen()) log.append(`end ${name}-e ${now}`);
    },
  };
}
