import type { Sent } from '../start.ts';

/** A request and how the sandbox answers it. */
export interface Case {
  readonly line: string;
  readonly status: number;
  /** The field that a refusal names. */
  readonly field?: string;
  readonly sent?: Sent;
}

export function titleOf({ line, status, field, sent }: Case): string {
  const body = JSON.stringify(sent?.body)?.slice(0, 60) ?? '';
  return `${line} ${body} is answered ${status} ${field ?? ''}`;
}

export function ok(line: string, body?: unknown, status = 200): Case {
  return { line, status, sent: { body } };
}

export function bad(line: string, field: string, body?: unknown): Case {
  return { line, status: 400, field, sent: { body } };
}

export function missing(line: string, body?: unknown): Case {
  return { line, status: 404, sent: { body } };
}

/** The records of the sample organization that a path may name. */
const ids: Readonly<Record<string, string>> = {
  workspaceId: 'wsp_storefront',
  workspaceProviderId: 'wpr_storefront_aws',
  providerId: 'prv_aws_main',
  metricId: 'bmt_orders',
  filterId: 'flt_compute',
  userId: 'usr_mara',
};

/** The request of an operation without query and body. */
export function lineOf({
  method,
  path,
}: {
  readonly method: string;
  readonly path: string;
}): string {
  return `${method} ${path.replaceAll(/\{(\w+)\}/g, (_hole, name: string) => ids[name] ?? '')}`;
}
