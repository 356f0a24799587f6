import { createWindow, type Window } from './window.ts';

/** A request that was sent and is not answered yet. */
export interface Ticket {
  readonly sentAt: number;
  /** Milliseconds since the request that must have left the budget's window before this one fits. */
  readonly spacing: number | undefined;
}

export interface Refused {
  /** Milliseconds that the service asks to wait. */
  readonly wait: number;
  /** How many requests the refusing limit allows in its window, if the service says so. */
  readonly limit: number | undefined;
}

/** What the rate limit allows, as far as its refusals show. */
export interface Budget {
  readonly requests: number;
  /** Milliseconds in which so many may be sent. */
  readonly length: number;
}

/**
 * When the next request may go, so that the budget is used and hardly ever overdrawn. Plain
 * arithmetic on the times it is given; it neither waits nor looks at a clock.
 *
 * Before the first refusal nothing is held back. After it everybody waits what the service asked;
 * then one request goes alone, and the others follow when it was let through. From then on no more
 * requests go within a window than the limit allows, spread over it rather than at once, so that
 * another program with the same token finds gaps.
 */
export interface Pacer {
  /** Milliseconds to wait; 0: go; Infinity: not before an answer has come. */
  readonly delay: (now: number) => number;
  readonly send: (now: number) => Ticket;
  readonly accept: (ticket: Ticket, now: number) => void;
  readonly refuse: (ticket: Ticket, now: number, refused: Refused) => void;
  /** No answer came, or nothing was sent. */
  readonly forget: (ticket: Ticket) => void;
  /** Since when nothing was let through: the first refusal after the last request that was. */
  readonly stuckSince: () => number | undefined;
  /** How many refusals came since a request was let through. */
  readonly refusals: () => number;
  /** Undefined before a refusal showed it. */
  readonly budget: () => Budget | undefined;
  /** What somebody else found out, if nothing is known yet. */
  readonly learn: (budget: Budget) => void;
}

/** A pacer for several processes; another one may have been faster: then the delay is asked for again. */
export interface SharedPacer extends Omit<Pacer, 'send'> {
  readonly send: (now: number) => Ticket | undefined;
}

/** Paced requests go this much closer than evenly, so that what a wait held up is made good. */
const paceFactor = 0.8;

export function createPacer(): Pacer {
  const flying = new Set<Ticket>();
  let window: Window | undefined;
  /** When the requests that were let through reached the service, as well as can be told. */
  let arrivals: number[] = [];
  let shortestTrip = Number.POSITIVE_INFINITY;
  let lastSent = Number.NEGATIVE_INFINITY;
  let blockedUntil = Number.NEGATIVE_INFINITY;
  let refusedAt = Number.NEGATIVE_INFINITY;
  let stuckSince: number | undefined;
  let refusals = 0;
  /** The request whose answer the others wait for. */
  let probe: Ticket | undefined;

  function spacingAt(now: number): number | undefined {
    if (window === undefined) return undefined;
    const before = arrivals[arrivals.length - (window.limit - flying.size)];
    return before === undefined ? undefined : now - before;
  }

  function delay(now: number): number {
    if (now < blockedUntil) return Math.ceil(blockedUntil - now);
    if (probe !== undefined) return Number.POSITIVE_INFINITY;
    if (stuckSince !== undefined || window === undefined) return 0;
    if (flying.size >= window.limit) return Number.POSITIVE_INFINITY;
    const spacing = spacingAt(now);
    const budget = spacing === undefined ? 0 : window.wanted(now) - spacing;
    const pace = lastSent + (paceFactor * window.length()) / window.limit - now;
    return Math.max(0, Math.ceil(budget), Math.ceil(pace));
  }

  function send(now: number): Ticket {
    const ticket = { sentAt: now, spacing: spacingAt(now) };
    const unproven = ticket.spacing !== undefined && window?.isProven(ticket.spacing) === false;
    if (stuckSince !== undefined || unproven) probe = ticket;
    flying.add(ticket);
    lastSent = Math.max(lastSent, now);
    return ticket;
  }

  function forget(ticket: Ticket): void {
    flying.delete(ticket);
    if (probe === ticket) probe = undefined;
  }

  function accept(ticket: Ticket, now: number): void {
    forget(ticket);
    noteArrival(ticket, now);
    if (ticket.spacing !== undefined) window?.accept(ticket.spacing);
    if (ticket.sentAt < refusedAt) return;
    stuckSince = undefined;
    refusals = 0;
  }

  function noteArrival(ticket: Ticket, now: number): void {
    const trip = now - ticket.sentAt;
    // What an answer takes changes with what is asked: the shortest is forgotten little by little.
    shortestTrip = Math.min(trip, shortestTrip * 1.05 + 1);
    const arrival = now - shortestTrip;
    let place = arrivals.length;
    while (place > 0 && (arrivals[place - 1] ?? arrival) > arrival) place -= 1;
    arrivals.splice(place, 0, arrival);
    const kept = window?.limit ?? mostRemembered;
    if (arrivals.length > 2 * kept) arrivals = arrivals.slice(-kept);
  }

  function refuse(ticket: Ticket, now: number, { wait, limit }: Refused): void {
    forget(ticket);
    const inOneBurst = ticket.sentAt <= refusedAt;
    refusedAt = now;
    blockedUntil = Math.max(blockedUntil, now + wait);
    stuckSince ??= now;
    refusals += inOneBurst ? 0 : 1;
    if (limit === undefined || limit === 0) return;
    if (window?.limit !== limit) {
      window = createWindow(limit);
      const anchor = arrivals[arrivals.length - limit];
      if (anchor !== undefined) window.refuse(ticket.sentAt - anchor, now, now + wait - anchor);
      return;
    }
    if (inOneBurst || ticket.spacing === undefined) return;
    window.refuse(ticket.spacing, now, now + wait - (ticket.sentAt - ticket.spacing));
  }

  function learn({ requests, length }: Budget): void {
    if (window !== undefined) return;
    window = createWindow(requests);
    window.accept(length);
  }

  return {
    delay,
    send,
    learn,
    accept,
    refuse,
    forget,
    stuckSince: () => stuckSince,
    refusals: () => refusals,
    budget: () => {
      const length = window?.length() ?? 0;
      return window === undefined || length === 0 ? undefined : { requests: window.limit, length };
    },
  };
}

/** Larger budgets than this are not worth remembering each request for. */
const mostRemembered = 20_000;
