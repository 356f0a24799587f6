import * as z from 'zod/mini';
import { MetricId, WorkspaceId } from './ids.ts';
import { Day, NumberLike } from './text.ts';

const optionalText = z.optional(z.nullable(z.string()));

export const BusinessMetric = z.looseObject({
  id: MetricId,
  name: z.string(),
  unit: z.string(),
  labelColumns: z.array(z.string()),
  createdAt: z.optional(z.string()),
  updatedAt: optionalText,
});
export type BusinessMetric = z.infer<typeof BusinessMetric>;

export const BusinessMetricValue = z.looseObject({
  date: z.string(),
  amount: z.string(),
  labels: z.optional(z.nullable(z.record(z.string(), z.string()))),
});
export type BusinessMetricValue = z.infer<typeof BusinessMetricValue>;

export const ImportResult = z.looseObject({
  created: NumberLike,
  updated: NumberLike,
  unchanged: NumberLike,
});
export type ImportResult = z.infer<typeof ImportResult>;

export const CreateBusinessMetricRequest = z.looseObject({
  workspaceId: WorkspaceId,
  name: z.string('must be text'),
  unit: z.string('must be text'),
  labelColumns: z.optional(z.nullable(z.array(z.string('must be text')))),
});
export type CreateBusinessMetricRequest = z.infer<typeof CreateBusinessMetricRequest>;

export const UpdateBusinessMetricRequest = z.looseObject({
  name: optionalText,
  unit: optionalText,
});
export type UpdateBusinessMetricRequest = z.infer<typeof UpdateBusinessMetricRequest>;

export const ImportValuesRequest = z.looseObject({
  values: z.array(
    z.looseObject({
      date: Day,
      amount: z.string('must be text'),
      labels: z.optional(z.nullable(z.record(z.string(), z.string('must be text')))),
    }),
  ),
});
export type ImportValuesRequest = z.infer<typeof ImportValuesRequest>;
