import { command } from '../command.ts';
import { editorSchema } from '../config/editor-schema.ts';
import { fileForm } from '../config/file-form.ts';
import { argument } from '../declaration/option.ts';
import { CostctlError } from '../errors.ts';
import { describeProblem, InvalidFile, type Problem } from '../formats/yaml/file-problem.ts';
import { stringifyJson } from '../json/stringify.ts';
import type { CheckResult } from '../output/check-report.ts';
import type { Session } from '../session.ts';
import { pluralize } from '../text.ts';
import { apply } from './config/apply.ts';
import { configFile, plan } from './config/plan.ts';
import { findKinds, readFiles, readSources } from './config/prepare.ts';
import { pull } from './config/pull.ts';

const schema = command({
  words: 'config schema',
  purpose: 'Print the JSON Schema of a settings file, for editors',
  examples: ['costctl config schema', 'costctl config schema -O costctl.schema.json'],
  run: async (session) => {
    const { format, output, outputFlags } = session;
    const document = editorSchema(fileForm(findKinds(session).map(({ kind }) => kind)));
    const isPlain = outputFlags.query === undefined && outputFlags.columns === undefined;
    // For people too a schema is JSON, indented so that it can be read in a file.
    if (isPlain && (format === 'table' || format === 'json')) {
      return output.text(`${stringifyJson(document, 2)}\n`);
    }
    await output.one(document);
  },
});

type Row = ReturnType<typeof toRow>;

const validate = command({
  words: 'config validate',
  purpose: 'Check all of a settings file that can be checked without the service',
  check: true,
  arguments: { file: argument(configFile, 'settings file, folder of such files, or - for stdin') },
  rows: {
    file: ['text', { importance: 'answer' }],
    line: ['count', { importance: 'answer' }],
    column: ['count', { importance: 'extra' }],
    path: ['text', { importance: 'answer' }],
    problem: ['text', { importance: 'answer' }],
    expected: ['text or null', { importance: 'extra' }],
    nearest: ['text or null', {}],
  },
  examples: ['costctl config validate costctl.yaml', 'costctl config validate settings/ -o json'],
  run: async (session, { file }) => {
    const found = findProblems(session, await readSources(session.context, file));
    if (typeof found === 'number') {
      const isRead = session.format !== 'table' || session.outputFlags.query !== undefined;
      if (isRead) await session.output.check<Row>([], describeRow);
      session.output.note(`${file}: no problems in ${pluralize(found, 'item')}`);
      return;
    }
    await session.output.check(found.map(toRow), describeRow);
    const [first] = found;
    const message =
      found.length === 1 && first !== undefined
        ? describeProblem(first)
        : `${file}: ${found.length} problems`;
    const isForm = found.some(({ expected, nearest }) => (expected ?? nearest) !== undefined);
    throw new CostctlError('usage', message, {
      hint: isForm ? 'costctl config schema prints what is known' : undefined,
    });
  },
});

function describeRow({ file, line, column, path, problem }: Row): CheckResult {
  return {
    name: line === 0 ? file : `${file}:${line}:${column}`,
    state: 'failed',
    message: path === '' ? problem : `${path}: ${problem}`,
  };
}

function findProblems(session: Session, sources: Parameters<typeof readFiles>[2]) {
  try {
    return readFiles(session, findKinds(session), sources).entries.length;
  } catch (error) {
    if (error instanceof InvalidFile) return error.problems;
    throw error;
  }
}

function toRow({ file, line, column, path, message, expected, nearest }: Problem) {
  return {
    file,
    line,
    column,
    path,
    problem: message,
    expected: expected ?? null,
    nearest: nearest ?? null,
  };
}

export const config = [pull, validate, plan, apply, schema];
