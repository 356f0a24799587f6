import {
  getLabelledMetric,
  importMetricBatch,
  type MetricAddress,
  readStoredValues,
} from '../../api/metric-calls.ts';
import { describeFailure, mayBeStored } from '../../api/problem.ts';
import type { MetricTools } from '../../metrics/metric-tools.ts';
import { isClosedOutput } from '../../output/write-stream.ts';
import type { Session } from '../../session.ts';

/** One metric's operations and this run's output, for the flows of `metrics`. */
export function createMetricTools(session: Session, metric: string): MetricTools {
  const { context, http, output, progress } = session;
  const address: MetricAddress = { workspaceId: session.workspace(), metricId: metric };
  return {
    context,
    progress,
    output: { note: output.note, warn: output.warn, isClosed: isClosedOutput },
    service: {
      metric,
      concurrency: http.concurrency,
      readLabelColumns: async () => (await getLabelledMetric(http, address)).labelColumns,
      readValues: (window, goesOn) => readStoredValues(http, address, window, goesOn),
      send: (body) => importMetricBatch(http, address, body),
      describe: describeFailure,
      mayBeStored,
    },
  };
}
