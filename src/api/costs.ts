import type { Http } from './http.ts';
import { operations } from './operations.ts';

/** One page of cost data: whole days, both included. */
export interface CostPageRequest {
  readonly from: string;
  readonly to: string;
  readonly page: number;
  readonly limit: number;
  /** Query parameters that this program does not know. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** Memory for a page whose length is known in advance. */
  readonly allocate?: ((size: number) => Buffer) | undefined;
}

export interface CostPageResponse {
  /** The page as received: cost rows are never unwrapped, and are read as bytes because they are many. */
  readonly body: Buffer;
  /** How many requests it took. */
  readonly attempts: number;
}

export async function getCostPage(http: Http, request: CostPageRequest): Promise<CostPageResponse> {
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
