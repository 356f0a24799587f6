import { editorSchema } from '../../config/editor-schema.ts';
import { fileForm } from '../../config/file-form.ts';
import { command } from '../../declaration/command.ts';
import { stringifyJson } from '../../json/stringify.ts';
import { findKinds } from './prepare.ts';

export const schema = command({
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
