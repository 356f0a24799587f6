import type { operations } from '../api/operations.ts';
import type { Route } from './call.ts';
import { createCostRoutes } from './routes/costs.ts';
import { filterRoutes } from './routes/filters.ts';
import { metricRoutes } from './routes/metrics.ts';
import { createProviderRoutes } from './routes/providers.ts';
import { rateRoutes } from './routes/rates.ts';
import { userRoutes } from './routes/users.ts';
import { virtualTagRoutes } from './routes/virtual-tags.ts';
import { workspaceProviderRoutes } from './routes/workspace-providers.ts';
import { workspaceRoutes } from './routes/workspaces.ts';

/** A route for every documented operation; the compiler checks that none is missing. */
export type Routes = Readonly<Record<keyof typeof operations, Route>>;

export interface RouteOptions {
  /** When the service started, in milliseconds since 1970. */
  readonly started: number;
  readonly rowsPerDay: number | undefined;
}

export function createRoutes({ started, rowsPerDay }: RouteOptions): Routes {
  return {
    ...workspaceRoutes,
    ...workspaceProviderRoutes,
    ...virtualTagRoutes,
    ...createProviderRoutes(started),
    ...metricRoutes,
    ...filterRoutes,
    ...userRoutes,
    ...rateRoutes,
    ...createCostRoutes(rowsPerDay),
  };
}
