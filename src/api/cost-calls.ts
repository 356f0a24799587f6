import type { Response } from '../http/request.ts';
import type { JsonObject } from '../json/number.ts';
import type { Http } from './http.ts';
import { operations } from './operations.ts';

/** One page of cost data: whole days, both included. */
export interface CostPageRequest {
  readonly from: string;
  readonly to: string;
  readonly page: number;
  readonly limit: number;
  /** Query parameters unknown to this program. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** Memory for a page of known length. */
  readonly allocate?: ((size: number) => Buffer) | undefined;
  /** The caller awaits `prepared` itself before it reads the page. */
  readonly isReadLater?: boolean | undefined;
}

/** A page as received. Cost rows are never unwrapped; they are read as bytes because there are many. */
export type CostPageResponse = Pick<Response, 'body' | 'attempts' | 'prepared'>;

export async function getCostPage(http: Http, request: CostPageRequest): Promise<CostPageResponse> {
  const { method, path, success, idempotent } = operations.getCosts;
  const query = new URLSearchParams({
    startDate: request.from,
    endDate: request.to,
    page: String(request.page),
    limit: String(request.limit),
    ...request.parameters,
  });
  const { body, attempts, prepared } = await http.client.request({
    method,
    path,
    query,
    idempotent,
    success,
    allocate: request.allocate,
    isReadLater: request.isReadLater,
    hasNoSecrets: true,
  });
  return { body, attempts, prepared };
}

export const createVirtualTag = (http: Http, body: JsonObject) =>
  http.send(operations.createVirtualTag, { body });
