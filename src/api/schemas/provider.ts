import * as z from 'zod/mini';
import { OpaqueId, TypedId } from './ids.ts';
import { boundedText, NumberLike } from './text.ts';

const optionalText = z.optional(z.nullable(z.string()));

export const Provider = z.looseObject({
  id: OpaqueId,
  type: z.string(),
  key: z.string(),
  name: z.string(),
  status: z.string(),
  description: optionalText,
  parentProviderId: optionalText,
  externalId: optionalText,
  lastSyncAt: optionalText,
  lastSyncStatus: optionalText,
  lastSyncError: optionalText,
  nextSyncAt: optionalText,
  syncFrequencyMinutes: z.optional(NumberLike),
  createdAt: z.optional(z.string()),
  updatedAt: optionalText,
});
export type Provider = z.infer<typeof Provider>;

export const ProviderConnected = z.looseObject({
  id: OpaqueId,
  type: z.string(),
  key: z.string(),
  name: z.string(),
});
export type ProviderConnected = z.infer<typeof ProviderConnected>;

export const ProviderDefinition = z.looseObject({
  key: z.string(),
  type: z.string(),
  displayName: z.string(),
  kind: z.string(),
  requiredCredentialFields: z.array(z.string()),
  optionalSettingFields: z.array(z.string()),
  iconUrl: optionalText,
  requiresParentProvider: z.optional(z.boolean()),
});
export type ProviderDefinition = z.infer<typeof ProviderDefinition>;

export const SyncHistoryEntry = z.looseObject({
  startedAt: optionalText,
  completedAt: optionalText,
  status: optionalText,
  recordsIngested: z.optional(z.nullable(NumberLike)),
  errorMessage: optionalText,
});
export type SyncHistoryEntry = z.infer<typeof SyncHistoryEntry>;

export const SyncHistory = z.looseObject({ entries: z.array(SyncHistoryEntry) });
export type SyncHistory = z.infer<typeof SyncHistory>;

export const ProviderTestResult = z.looseObject({
  success: z.boolean(),
  message: optionalText,
  metadata: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
});
export type ProviderTestResult = z.infer<typeof ProviderTestResult>;

export const ProviderSyncResult = z.looseObject({ triggered: z.boolean(), message: optionalText });
export type ProviderSyncResult = z.infer<typeof ProviderSyncResult>;

const SyncFrequencyMinutes = z
  .int('must be a whole number of minutes from 60 to 1440')
  .check(
    z.minimum(60, 'must be from 60 to 1440 minutes'),
    z.maximum(1440, 'must be from 60 to 1440 minutes'),
  );
export const ProviderName = boundedText(255);
export const ProviderDescription = boundedText(1000);
const TextMap = z.record(z.string(), z.string('must be text'));

export const ConnectProviderRequest = z.looseObject({
  key: boundedText(Number.MAX_SAFE_INTEGER, 1),
  credentials: TextMap,
  name: z.optional(z.nullable(ProviderName)),
  description: z.optional(z.nullable(ProviderDescription)),
  parentProviderId: z.optional(z.nullable(TypedId)),
  externalId: optionalText,
  settings: z.optional(z.nullable(TextMap)),
  syncFrequencyMinutes: z.optional(SyncFrequencyMinutes),
});
export type ConnectProviderRequest = z.infer<typeof ConnectProviderRequest>;

export const UpdateProviderRequest = z.looseObject({
  description: z.optional(z.nullable(ProviderDescription)),
  externalId: optionalText,
  credentials: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  settings: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  syncFrequencyMinutes: z.optional(z.nullable(SyncFrequencyMinutes)),
});
export type UpdateProviderRequest = z.infer<typeof UpdateProviderRequest>;
