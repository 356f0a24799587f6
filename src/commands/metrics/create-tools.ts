import {
  getLabelledMetric,
  importMetricBatch,
  type MetricAddress,
  readStoredValues,
} from '../../api/metric-calls.ts';
import type { MetricTools } from '../../metrics/metric-tools.ts';
import { isClosedOutput } from '../../output/sink.ts';
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
      readValues: (window, onPages) => readStoredValues(http, address, window, onPages),
      send: (body) => importMetricBatch(http, address, body),
    },
  };
}
