import type { Http } from './http.ts';
import { operations } from './operations.ts';

/** One page of cost data: whole days, both included. */
export interface CostPageRequest {
  readonly from: string;
  readonly to: string;
  readonly page: number;
  readonly limit: number;
  /** Parameters that the service may know and this program does not. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** Memory for a page whose length is known before it comes. */
  readonly allocate?: ((size: number) => Buffer) | undefined;
}

export interface CostPageAnswer {
  /** The envelope as it came: cost rows are never unwrapped, and large enough to be read as bytes. */
  readonly body: Buffer;
  /** How many requests it took. */
  readonly attempts: number;
}

export async function getCostPage(http: Http, request: CostPageRequest): Promise<CostPageAnswer> {
  const { method, path, success, idempotent } = operations.getCosts;
  const query = new URLSearchParams({
    startDate: request.from,
    endDate: request.to,
    page: String(request.page),
    limit: String(request.limit),
    ...request.parameters,
  });
  const { body, attempts } = await http.client.request({
    method,
    path,
    query,
    idempotent,
    success,
    allocate: request.allocate,
  });
  return { body, attempts };
}
