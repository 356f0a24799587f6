import { MockAgent } from 'undici';
import type { Service } from './service.ts';

interface Stored {
  readonly date: string;
  readonly amount: string;
  readonly labels: Readonly<Record<string, string>>;
}

export interface MetricServiceOptions {
  readonly labelColumns?: readonly string[];
  readonly stored?: readonly Stored[];
  /** Answers instead of the service; `post` counts the imports that came, from 1. */
  readonly refuse?: (values: readonly Stored[], post: number) => Refusal | undefined;
  /** What the service keeps of a value, if it lies about it. */
  readonly keep?: (value: Stored) => Stored | undefined;
  /** Values cannot be read, at all or once some were imported. */
  readonly unreadable?: boolean | 'after an import';
  /** Pages do not say how many there are. */
  readonly hasNoTotal?: boolean;
  /** There is no such metric. */
  readonly absent?: boolean;
}

interface Refusal {
  readonly status: number;
  readonly answer?: unknown;
}

export interface MetricService extends Service {
  /** Values in the order of their days. */
  readonly values: () => readonly Stored[];
  /** The values of each import request that came. */
  readonly posts: readonly (readonly Stored[])[];
  /** Path and query of each request that read values. */
  readonly reads: readonly string[];
}

/** One business metric that keeps what is imported, as the service's document says. */
export function createMetricService(options: MetricServiceOptions = {}): MetricService {
  const url = 'https://api.example.test';
  const agent = new MockAgent();
  agent.disableNetConnect();
  const held = new Map<string, Stored>();
  const posts: Stored[][] = [];
  const reads: string[] = [];
  for (const value of options.stored ?? []) held.set(keyOf(value), value);
  const values = () => [...held.values()].sort((a, b) => a.date.localeCompare(b.date));

  function read(path: string): unknown {
    const { pathname, searchParams } = new URL(path, url);
    if (!pathname.endsWith('/values')) {
      const labelColumns = options.labelColumns ?? ['region'];
      return { id: 'bmt_orders', name: 'Orders', unit: 'order', labelColumns };
    }
    reads.push(path);
    const [from = '', to = '9999'] = [searchParams.get('from'), searchParams.get('to')].map(
      (day) => day ?? undefined,
    );
    const wanted = values().filter(({ date }) => date >= from && date <= to);
    const page = Number(searchParams.get('page'));
    const last = Math.max(1, Math.ceil(wanted.length / 100));
    const link = (number: number) => `${url}${pathname}?page=${number}&limit=100`;
    return {
      links: {
        next: page < last ? link(page + 1) : null,
        last: options.hasNoTotal === true ? null : link(last),
      },
      data: wanted.slice((page - 1) * 100, page * 100),
    };
  }

  function store(sent: readonly Stored[]): unknown {
    const counts = { created: 0, updated: 0, unchanged: 0 };
    for (const value of sent) {
      const before = held.get(keyOf(value));
      const kept = options.keep === undefined ? value : options.keep(value);
      if (before === undefined) counts.created += 1;
      else if (Number(before.amount) === Number(value.amount)) counts.unchanged += 1;
      else counts.updated += 1;
      if (kept !== undefined) held.set(keyOf(value), kept);
    }
    return counts;
  }

  function statusOf(path: string): number {
    if (options.absent === true) return 404;
    const isUnreadable =
      options.unreadable === true || (options.unreadable !== undefined && posts.length > 0);
    return isUnreadable && path.includes('/values?') ? 500 : 200;
  }

  const pool = agent.get(url);
  const json = { headers: { 'content-type': 'application/json' } };
  pool
    .intercept({ path: () => true, method: 'GET' })
    .reply(({ path }) => ({
      statusCode: statusOf(path),
      data: JSON.stringify(read(path)),
      responseOptions: json,
    }))
    .persist();
  pool
    .intercept({ path: () => true, method: 'POST' })
    .reply(({ body }) => {
      const sent: Stored[] = JSON.parse(String(body)).values;
      posts.push(sent);
      const refusal = options.refuse?.(sent, posts.length);
      return {
        statusCode: refusal?.status ?? 200,
        data: JSON.stringify(refusal === undefined ? store(sent) : (refusal.answer ?? {})),
        responseOptions: json,
      };
    })
    .persist();
  return {
    url,
    dispatcher: agent,
    received: [],
    assertDone: () => undefined,
    values,
    posts,
    reads,
  };
}

function keyOf({ date, labels }: Stored): string {
  return JSON.stringify([date, Object.entries(labels).sort()]);
}
