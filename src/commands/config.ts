import { fileForm } from '../config/file-form.ts';
import { editorSchema } from '../config/json-form.ts';
import { command } from '../declaration/command.ts';
import { stringifyJson } from '../json/stringify.ts';
import { apply } from './config/apply.ts';
import { plan } from './config/plan.ts';
import { findKinds } from './config/prepare.ts';
import { pull } from './config/pull.ts';
import { validate } from './config/validate.ts';

const schema = command({
  words: 'config schema',
  purpose: 'Print the JSON Schema of a settings file, for editors',
  examples: ['costctl config schema', 'costctl config schema -O costctl.schema.json'],
  run: async (session) => {
    const { format, output, outputFlags } = session;
    const document = editorSchema(fileForm(findKinds(session).map(({ kind }) => kind)));
    const isPlain = outputFlags.query === undefined && outputFlags.columns === undefined;
    // For people too a schema is JSON, and in a file it should be readable.
    if (isPlain && (format === 'table' || format === 'json')) {
      return output.text(`${stringifyJson(document, 2)}\n`);
    }
    await output.one(document);
  },
});

export const config = [pull, validate, plan, apply, schema];
