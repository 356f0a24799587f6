import * as z from 'zod/mini';
import { boundedText, nonEmptyText, OpaqueId, openObject, promised } from './shared-fields.ts';

export const SavedFilter = openObject(() => ({
  id: promised(OpaqueId),
  title: promised(z.string()),
  filter: promised(z.string()),
  isDefault: promised(z.boolean()),
  createdAt: z.optional(z.nullable(z.string())),
}));
export type SavedFilter = z.infer<typeof SavedFilter>;

export const FilterTitle = boundedText(200);
export const FilterText = boundedText(4000);

const filterFields = {
  title: z.optional(FilterTitle),
  filter: z.optional(FilterText),
  isDefault: z.optional(z.boolean('must be true or false')),
};

export const CreateSavedFilterRequest = openObject(() => ({
  workspaceId: nonEmptyText,
  ...filterFields,
}));
export type CreateSavedFilterRequest = z.infer<typeof CreateSavedFilterRequest>;

export const UpdateSavedFilterRequest = openObject(() => filterFields);
export type UpdateSavedFilterRequest = z.infer<typeof UpdateSavedFilterRequest>;
