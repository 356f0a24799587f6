import type { Pacer, Refused, SharedPacer, Ticket } from './pacer.ts';
import { type SharedLog, staleAfter } from './shared-log.ts';

/** After this many milliseconds, a request of another process counts as lost. */
const lostAfter = 30_000;
/** How many milliseconds between two checks of what the other processes do. */
const pollInterval = 50;
/** After this many requests, what is known of the budget is written again. */
const repeatEvery = 200;
/** How many accepted requests a process remembers while there is no log. */
const mostPast = 1000;

/**
 * A pacer that knows the requests of all processes with the same token. Each process appends its own
 * requests to a log and replays those of the others, so that all reach the same result. The first
 * process in the log sends first; the others check again.
 */
export function createSharedPacer(pacer: Pacer, log: SharedLog, name: string): SharedPacer {
  const others = new Map<string, Ticket>();
  const own = new Map<Ticket, string>();
  let waiting: string[] = [];
  let sent = 0;
  /** Requests accepted before there was a log: they are written once there is one. */
  let past: string[] = [];

  /** Replays the log, up to the process's own line if one is given. */
  function catchUp(now: number, ownLine?: string): void {
    waiting = [...waiting, ...log.read(now)];
    logPast();
    const end = ownLine === undefined ? -1 : waiting.indexOf(ownLine);
    const lines = end < 0 ? waiting : waiting.slice(0, end + 1);
    waiting = end < 0 ? [] : waiting.slice(end + 1);
    for (const line of lines) replay(line, now);
    for (const [id, ticket] of others) {
      if (now - ticket.sentAt > lostAfter) lose(id, ticket);
    }
  }

  function replay(line: string, now: number): void {
    const [kind, id = '', ...numbers] = line.split(' ');
    const [time = Number.NaN, first = Number.NaN, second = Number.NaN] = numbers.map(Number);
    const isOwn = id.startsWith(`${name}-`);
    // Also false for NaN: damaged lines are skipped.
    if (isOwn || !(time <= now + 1000 && time > now - staleAfter)) return;
    const ticket = others.get(id) ?? { sentAt: time, spacing: undefined };
    if (kind === 'send') {
      others.set(id, pacer.send(time));
      return;
    }
    if (kind === 'budget' && first > 0 && second > 0) {
      pacer.learn({ requests: first, length: second });
    }
    if (kind === 'past' && first <= now + 1000) pacer.remember(time, first);
    if (kind === 'accept') pacer.accept(ticket, time);
    if (kind === 'forget') pacer.forget(ticket);
    if (kind === 'refuse' && first >= 0) {
      pacer.refuse(ticket, time, { wait: first, limit: second > 0 ? second : undefined });
    }
    others.delete(id);
  }

  function logPast(): void {
    if (!log.isOpen() || past.length === 0) return;
    log.append(past.join('\n'));
    past = [];
  }

  function lose(id: string, ticket: Ticket): void {
    others.delete(id);
    pacer.forget(ticket);
  }

  function delay(now: number): number {
    catchUp(now);
    const found = pacer.delay(now);
    return found === Number.POSITIVE_INFINITY && others.size > 0 ? pollInterval : found;
  }

  function send(now: number): Ticket | undefined {
    const id = `${name}-${sent}`;
    sent += 1;
    if (log.isOpen()) {
      const line = `send ${id} ${now}`;
      log.append(line);
      catchUp(now, line);
      if (pacer.delay(now) > 0) {
        log.append(`forget ${id} ${now}`);
        return undefined;
      }
    }
    const ticket = pacer.send(now);
    own.set(ticket, id);
    if (sent % repeatEvery === 0) writeBudget(now);
    return ticket;
  }

  function keep(ticket: Ticket, now: number): void {
    past.push(`past ${own.get(ticket) ?? `${name}-x`} ${ticket.sentAt} ${now}`);
    if (past.length > mostPast) past = past.slice(-mostPast / 2);
    own.delete(ticket);
  }

  function finish(ticket: Ticket, kind: string, ...numbers: readonly number[]): void {
    log.append([kind, own.get(ticket) ?? `${name}-x`, ...numbers].join(' '));
    own.delete(ticket);
  }

  function writeBudget(now: number): void {
    const { requests = 0, length = 0 } = pacer.budget() ?? {};
    if (length > 0) log.append(`budget ${name}-b ${now} ${requests} ${length}`);
  }

  return {
    ...pacer,
    delay,
    send,
    accept(ticket, now) {
      pacer.accept(ticket, now);
      if (log.isOpen()) finish(ticket, 'accept', now);
      else keep(ticket, now);
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
  };
}
