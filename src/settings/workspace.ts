import { WorkspaceId } from '../api/schemas/ids.ts';
import type { Form } from './forms.ts';

export const formOfWorkspace: Form<string> = (text) => {
  const result = WorkspaceId.safeParse(text);
  if (result.success) return { value: text };
  return { problem: result.error.issues[0]?.message ?? 'must be a workspace id' };
};
