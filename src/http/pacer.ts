import { type BudgetWindow, createWindow } from './budget-window.ts';

/** A request without a response so far. */
export interface Ticket {
  readonly sentAt: number;
  /** The time since the request that must have left the budget's window before this one fits, in milliseconds. */
  readonly spacing: number | undefined;
  /** When that request was sent: it reached the service then at the earliest. */
  readonly follows: number | undefined;
}

export interface Refused {
  /** How many milliseconds the service asks clients to wait. */
  readonly wait: number;
  /** How many requests the limit allows in its window, if the service reports it. */
  readonly limit: number | undefined;
}

/** What the rate limit allows, as far as its refusals reveal. */
export interface Budget {
  readonly requests: number;
  /** The window in milliseconds. */
  readonly length: number;
}

/**
 * Decides when the next request may be sent, so that the budget is used but hardly ever exceeded. Plain
 * arithmetic on the times it is given; it neither waits nor reads a clock.
 *
 * Before the first refusal nothing is delayed. After it, all requests wait as long as the service
 * requested; then one request is sent alone, and the others follow once it is accepted. From then on no
 * more requests are sent in a window than the limit allows. They are spread over the window, so that
 * another program with the same token finds gaps.
 */
export type Pacer = ReturnType<typeof createPacer>;

/** A pacer for several processes. If another process was faster, ask for the delay again. */
export interface SharedPacer extends Omit<Pacer, 'send'> {
  readonly send: (now: number) => Ticket | undefined;
  /** This process sends no more requests. */
  readonly end: (now: number) => void;
}

interface Arrival {
  readonly at: number;
  readonly sentAt: number;
}

/** Paced requests are this fraction of an even distance apart, to make up for waits. */
const paceFactor = 0.5;

export function createPacer() {
  const flying = new Set<Ticket>();
  let window: BudgetWindow | undefined;
  /** The accepted requests, by the estimated times at which they reached the service. */
  let arrivals: Arrival[] = [];
  let shortestTrip = Number.POSITIVE_INFINITY;
  let lastSent = Number.NEGATIVE_INFINITY;
  let blockedUntil = Number.NEGATIVE_INFINITY;
  let refusedAt = Number.NEGATIVE_INFINITY;
  let stuckSince: number | undefined;
  let refusals = 0;
  /** The request whose response the others wait for. */
  let probe: Ticket | undefined;

  /** The request that must have left the budget's window before the next one fits. */
  function blocking(): Arrival | undefined {
    return window && arrivals[arrivals.length - (window.limit - flying.size)];
  }

  /** Milliseconds to wait; 0: send now; Infinity: wait for a response first. */
  function delay(now: number): number {
    if (now < blockedUntil) return Math.ceil(blockedUntil - now);
    if (probe !== undefined) return Number.POSITIVE_INFINITY;
    if (stuckSince !== undefined || window === undefined) return 0;
    if (flying.size >= window.limit) return Number.POSITIVE_INFINITY;
    const before = blocking();
    const budget = before === undefined ? 0 : window.wanted(now) - (now - before.at);
    const pace = lastSent + (paceFactor * window.length()) / window.limit - now;
    return Math.max(0, Math.ceil(budget), Math.ceil(pace));
  }

  function send(now: number): Ticket {
    const before = blocking();
    const spacing = before && now - before.at;
    const ticket = { sentAt: now, spacing, follows: before?.sentAt };
    const unproven = ticket.spacing !== undefined && window?.isProven(ticket.spacing) === false;
    if (stuckSince !== undefined || unproven) probe = ticket;
    flying.add(ticket);
    lastSent = Math.max(lastSent, now);
    return ticket;
  }

  /** No response arrived, or nothing was sent. */
  function forget(ticket: Ticket): void {
    flying.delete(ticket);
    if (probe === ticket) probe = undefined;
  }

  function accept(ticket: Ticket, now: number): void {
    forget(ticket);
    noteArrival(ticket.sentAt, now);
    // The longest that the spacing can have been: a delay on the way must not make the window look shorter.
    if (ticket.spacing !== undefined && ticket.follows !== undefined) {
      window?.accept(ticket.spacing, now - shortestTrip - ticket.follows);
    }
    if (ticket.sentAt < refusedAt) return;
    stuckSince = undefined;
    refusals = 0;
  }

  function noteArrival(sentAt: number, now: number): void {
    const trip = now - sentAt;
    // The time of a response depends on the request, so the shortest one is slowly forgotten.
    shortestTrip = Math.min(trip, shortestTrip * 1.02 + 0.5);
    const at = now - shortestTrip;
    let place = arrivals.length;
    while (place > 0 && (arrivals[place - 1]?.at ?? at) > at) place -= 1;
    arrivals.splice(place, 0, { at, sentAt });
    const remembered = window?.limit ?? mostRemembered;
    if (arrivals.length > 2 * remembered) arrivals = arrivals.slice(-remembered);
  }

  function refuse(ticket: Ticket, now: number, { wait, limit }: Refused): void {
    forget(ticket);
    const inOneBurst = ticket.sentAt <= refusedAt;
    refusedAt = now;
    blockedUntil = Math.max(blockedUntil, now + wait);
    stuckSince ??= now;
    refusals += inOneBurst ? 0 : 1;
    if (limit === undefined || limit === 0) return;
    if (window?.limit !== limit) window = createWindow(limit);
    const freeAt = now - shortestTrip + wait;
    if (ticket.follows !== undefined && ticket.spacing !== undefined) {
      if (!inOneBurst) window.refuse(ticket.spacing, now, freeAt - ticket.follows);
      return;
    }
    // Sent before the limit was known. Each of a burst reports the same end of the window, rounded up.
    const first = arrivals[arrivals.length - limit];
    if (first === undefined) return;
    const spacing = ticket.sentAt - first.at;
    if (!inOneBurst || !window.isProven(spacing)) {
      window.refuse(spacing, now, freeAt - first.sentAt);
    }
  }

  /** Uses what another process found out, if nothing is known yet. */
  function learn({ requests, length }: Budget): void {
    if (window !== undefined) return;
    window = createWindow(requests);
    window.accept(length, length);
  }

  return {
    delay,
    send,
    learn,
    accept,
    refuse,
    forget,
    /** The time of the first refusal since the last accepted request. */
    stuckSince: () => stuckSince,
    /** How many requests were refused since the last accepted one. */
    refusals: () => refusals,
    /** Undefined until a refusal reveals it. */
    budget: () => {
      const length = window?.length() ?? 0;
      return window === undefined || length === 0 ? undefined : { requests: window.limit, length };
    },
  };
}

/** For budgets larger than this, not every request is worth remembering. */
const mostRemembered = 20_000;
