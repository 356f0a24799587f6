import { findIdProblem } from '../api/schemas/id-form.ts';
import type { Form } from './forms.ts';

export const formOfWorkspace: Form<string> = (text) => {
  const problem = findIdProblem(text, 'wsp_');
  return problem === undefined ? { value: text } : { problem };
};
