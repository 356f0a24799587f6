import * as z from 'zod/mini';
import {
  boundedText,
  NumberLike,
  nonEmptyText,
  OpaqueId,
  openObject,
  optionalText,
  promised,
  TypedId,
} from './shared-fields.ts';

const connected = () => ({
  id: promised(OpaqueId),
  type: promised(z.string()),
  key: promised(z.string()),
  name: promised(z.string()),
});

export const Provider = openObject(() => ({
  ...connected(),
  status: promised(z.string()),
  description: optionalText,
  parentProviderId: optionalText,
  externalId: optionalText,
  lastSyncAt: optionalText,
  lastSyncStatus: optionalText,
  lastSyncError: optionalText,
  nextSyncAt: optionalText,
  syncFrequencyMinutes: z.optional(z.nullable(NumberLike)),
  createdAt: optionalText,
  updatedAt: optionalText,
}));
export type Provider = z.infer<typeof Provider>;

export const ProviderConnected = openObject(connected);
export type ProviderConnected = z.infer<typeof ProviderConnected>;

export const ProviderDefinition = openObject(() => ({
  key: z.string(),
  type: promised(z.string()),
  displayName: promised(z.string()),
  kind: promised(z.string()),
  requiredCredentialFields: promised(z.array(z.string())),
  optionalSettingFields: promised(z.array(z.string())),
  iconUrl: optionalText,
  requiresParentProvider: z.optional(z.nullable(z.boolean())),
}));
export type ProviderDefinition = z.infer<typeof ProviderDefinition>;

export const SyncHistoryEntry = openObject(() => ({
  startedAt: optionalText,
  completedAt: optionalText,
  status: optionalText,
  recordsIngested: z.optional(z.nullable(NumberLike)),
  errorMessage: optionalText,
}));
export type SyncHistoryEntry = z.infer<typeof SyncHistoryEntry>;

export const SyncHistory = openObject(() => ({ entries: z.array(SyncHistoryEntry) }));
export type SyncHistory = z.infer<typeof SyncHistory>;

export const ProviderTestResult = openObject(() => ({
  success: z.boolean(),
  message: optionalText,
  metadata: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
}));
export type ProviderTestResult = z.infer<typeof ProviderTestResult>;

export const ProviderSyncResult = openObject(() => ({
  triggered: z.boolean(),
  message: optionalText,
}));
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

export const ConnectProviderRequest = openObject(() => ({
  key: nonEmptyText,
  credentials: TextMap,
  name: z.optional(z.nullable(ProviderName)),
  description: z.optional(z.nullable(ProviderDescription)),
  parentProviderId: z.optional(z.nullable(TypedId)),
  externalId: optionalText,
  settings: z.optional(z.nullable(TextMap)),
  syncFrequencyMinutes: z.optional(SyncFrequencyMinutes),
}));
export type ConnectProviderRequest = z.infer<typeof ConnectProviderRequest>;

export const UpdateProviderRequest = openObject(() => ({
  description: z.optional(z.nullable(ProviderDescription)),
  externalId: optionalText,
  credentials: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  settings: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  syncFrequencyMinutes: z.optional(z.nullable(SyncFrequencyMinutes)),
}));
export type UpdateProviderRequest = z.infer<typeof UpdateProviderRequest>;

export const SyncProviderRequest = openObject(() => ({
  fullSync: z.optional(z.boolean('must be true or false')),
}));
