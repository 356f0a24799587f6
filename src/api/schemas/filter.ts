import * as z from 'zod/mini';
import { OpaqueId } from './ids.ts';
import { boundedText } from './text.ts';

export const SavedFilter = z.looseObject({
  id: OpaqueId,
  title: z.string(),
  filter: z.string(),
  isDefault: z.boolean(),
  createdAt: z.optional(z.string()),
});
export type SavedFilter = z.infer<typeof SavedFilter>;

export const FilterTitle = boundedText(200);
export const FilterText = boundedText(4000);

export const CreateSavedFilterRequest = z.looseObject({
  workspaceId: boundedText(Number.MAX_SAFE_INTEGER, 1),
  title: z.optional(FilterTitle),
  filter: z.optional(FilterText),
  isDefault: z.optional(z.boolean()),
});
export type CreateSavedFilterRequest = z.infer<typeof CreateSavedFilterRequest>;

export const UpdateSavedFilterRequest = z.looseObject({
  title: z.optional(FilterTitle),
  filter: z.optional(FilterText),
  isDefault: z.optional(z.boolean()),
});
export type UpdateSavedFilterRequest = z.infer<typeof UpdateSavedFilterRequest>;
