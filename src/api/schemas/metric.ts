import * as z from 'zod/mini';
import { Day, OpaqueId, openObject, optionalText, promised, WorkspaceId } from './shared-fields.ts';

export const BusinessMetric = openObject(() => ({
  id: promised(OpaqueId),
  name: promised(z.string()),
  unit: promised(z.string()),
  labelColumns: promised(z.array(z.string())),
  createdAt: optionalText,
  updatedAt: optionalText,
}));
export type BusinessMetric = z.infer<typeof BusinessMetric>;

export const BusinessMetricValue = openObject(() => ({
  date: optionalText,
  amount: optionalText,
  labels: z.optional(z.nullable(z.record(z.string(), z.string()))),
}));
export type BusinessMetricValue = z.infer<typeof BusinessMetricValue>;

const Count = z.int('is not a count').check(z.nonnegative('is not a count'));

export const ImportResult = openObject(() => ({
  created: Count,
  updated: Count,
  unchanged: Count,
}));
export type ImportResult = z.infer<typeof ImportResult>;

const LabelColumns = z.array(z.string('must be text'), 'must be a list of strings');

export const CreateBusinessMetricRequest = openObject(() => ({
  workspaceId: WorkspaceId,
  name: z.string('must be text'),
  unit: z.string('must be text'),
  labelColumns: z.optional(z.nullable(LabelColumns)),
}));
export type CreateBusinessMetricRequest = z.infer<typeof CreateBusinessMetricRequest>;

export const UpdateBusinessMetricRequest = openObject(() => ({
  name: optionalText,
  unit: optionalText,
}));
export type UpdateBusinessMetricRequest = z.infer<typeof UpdateBusinessMetricRequest>;

const ImportedValue = openObject(() => ({
  date: Day,
  amount: z.string('must be text'),
  labels: z.optional(z.nullable(z.record(z.string(), z.string('must be text')))),
}));
export type ImportedValue = z.infer<typeof ImportedValue>;

export const ImportValuesRequest = openObject(() => ({
  values: z.optional(z.array(ImportedValue)),
}));
export type ImportValuesRequest = z.infer<typeof ImportValuesRequest>;
