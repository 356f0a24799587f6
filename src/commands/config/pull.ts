import { isSecretName, isSecretText } from '../../api/secret-names.ts';
import { command } from '../../command.ts';
import { isWorkspace, writeContent } from '../../config/file-form.ts';
import type { ManagedKind } from '../../config/managed-kinds.ts';
import { pullContent } from '../../config/pull-content.ts';
import { createState, type ItemList, type State } from '../../config/service-state.ts';
import type { Context } from '../../context.ts';
import { outputFile, text } from '../../declaration/kind.ts';
import { flagOf } from '../../declaration/line.ts';
import { flag, type Input, optional } from '../../declaration/option.ts';
import { hasCode, usageError } from '../../errors.ts';
import type { JsonObject } from '../../json/number.ts';
import { stringifyJson } from '../../json/stringify.ts';
import { createLimit } from '../../limit.ts';
import { formatOfPath } from '../../output/formats.ts';
import { isFile } from '../../output/sink.ts';
import type { Session } from '../../session.ts';
import { writeFileAtomically } from '../../storage/atomic.ts';
import { resolvePath } from '../../storage/path.ts';
import { quote } from '../../text.ts';
import { refuseWorkspaceFlag } from '../all-workspaces.ts';
import { kindsOption, wholeFolder } from './plan.ts';
import { findKinds, isFolder, requireKind } from './prepare.ts';
import { pullFolder } from './pull-folder.ts';
import { pullInto } from './pull-into.ts';

const options = {
  only: kindsOption('--only', 'only this kind, such as metrics (repeatable)'),
  into: optional(
    outputFile,
    'update the values of this file in place; its comments and order stay',
    { excludes: ['only', 'allWorkspaces'] },
  ),
  ...wholeFolder,
};

/** Options that choose or shape parts of a result. They are refused: a settings file is written in full. */
const refused = {
  query: optional(text('expression'), 'does not apply here', { hidden: true }),
  columns: optional(text('a,b.c'), 'does not apply here', { hidden: true }),
  raw: flag('does not apply here', { hidden: true }),
  header: flag('does not apply here', { onlyNegative: true, hidden: true }),
  spreadsheetSafe: flag('does not apply here', { hidden: true }),
  exact: flag('does not apply here', { hidden: true }),
};

export const pull = command({
  words: 'config pull',
  purpose: 'Save current settings to a file',
  workspace: true,
  output: 'own',
  options: {
    ...options,
    ...refused,
    outFile: optional(
      { ...outputFile, placeholder: 'path' },
      'write to a file, or to a folder: a file for each workspace',
      { short: '-O', excludes: ['into'] },
    ),
  },
  examples: [
    'costctl config pull',
    'costctl config pull -O costctl.yaml',
    'costctl config pull --all-workspaces -O settings/',
    'costctl config pull --into costctl.yaml',
    'costctl config pull --only metrics --only filters',
  ],
  run: async (session, input) => {
    refuseShaping(input);
    if (input.into !== undefined) return pullInto(session, input.into);
    const { outFile, allWorkspaces } = input;
    if (allWorkspaces === true) refuseWorkspaceFlag(session);
    const folder = await folderOf(session.context, outFile, allWorkspaces === true);
    const kinds = chooseKinds(session, input);
    if (folder === undefined) return pullFile(session, kinds, outFile, input);
    const state = createState(createLimit(session.http.concurrency));
    const workspaces = findKinds(session).filter(({ kind }) => isWorkspace(kind));
    await pullFolder({
      session,
      folder,
      kinds,
      listWorkspaces: () => Promise.all(workspaces.map((managed) => state.list(managed, ''))),
      readContent: (some, workspaceId) => readContent(session, state, some, workspaceId, input),
      render: (content) => render(content, 'yaml'),
    });
  },
});

type PullInput = Input<typeof options>;

async function folderOf(context: Context, path: string | undefined, isNeeded: boolean) {
  if (!isFile(path)) {
    if (!isNeeded) return undefined;
    throw usageError('--all-workspaces writes a folder of settings files', 'add -O settings/');
  }
  if (/[/\\]$/.test(path) || (await isFolder(context, path))) return path;
  if (!isNeeded) return undefined;
  if (/\.(ya?ml|json)$/i.test(path)) {
    const what = '--all-workspaces writes a folder of settings files';
    throw usageError(
      `--out-file ${path}: ${what}`,
      `-O ${quote(`${path.replace(/\.\w+$/, '')}/`)}`,
    );
  }
  return path;
}

function refuseShaping(input: Input<typeof refused>): void {
  const key = Object.keys(refused).find((name) => Reflect.get(input, name) !== undefined);
  if (key === undefined) return;
  throw usageError(
    `${flagOf(key)} does not apply: a settings file is written in full`,
    '--only KIND selects kinds; to reshape the result: costctl config pull -o json | jq',
  );
}

/** The schema that the comment at the top of a file names; `config schema -O` writes it. */
const schemaFile = 'costctl.schema.json';

const topLines = [
  `yaml-language-server: $schema=${schemaFile}`,
  'Settings of costctl. What an apply would change: costctl config plan FILE',
];

const comments: Readonly<Record<string, string>> = {
  metrics: 'The label columns of a metric are fixed once it exists.',
  workspaceProviders: 'accounts: all, or the list of accounts that the workspace reads.',
  providers:
    'The service returns no credentials. A new provider needs credentials: {NAME: env:VARIABLE}.',
  users: 'Invited if they are missing, and never removed. A role is set at the invitation.',
};

function chooseKinds(session: Session, { only }: PullInput): readonly ManagedKind[] {
  const kinds = findKinds(session);
  for (const name of only ?? []) requireKind(kinds, name, '--only');
  if (only !== undefined) return kinds.filter(({ kind }) => only.includes(kind.name));
  for (const { kind } of kinds) {
    if (kind.unproven !== undefined) session.output.note(`${kind.name} left out: ${kind.unproven}`);
  }
  return kinds.filter(({ kind }) => kind.unproven === undefined);
}

async function pullFile(
  session: Session,
  kinds: readonly ManagedKind[],
  path: string | undefined,
  input: PullInput,
): Promise<void> {
  const format = formatFor(session, path);
  const inWorkspace = kinds.some(({ kind }) => kind.scope === 'workspace' || isWorkspace(kind));
  const workspaceId = inWorkspace ? session.workspace() : undefined;
  const state = createState(createLimit(session.http.concurrency));
  const content = await readContent(session, state, kinds, workspaceId, input);
  await write(session, path, render(content, format));
}

async function readContent(
  session: Session,
  state: State,
  kinds: readonly ManagedKind[],
  workspaceId: string | undefined,
  { only }: PullInput,
): Promise<JsonObject> {
  const lists = new Map<string, ItemList>();
  const read = async (managed: ManagedKind, isAsked: boolean) => {
    const { kind } = managed;
    const scope = kind.scope === 'workspace' ? (workspaceId ?? '') : '';
    try {
      lists.set(kind.name, await state.list(managed, scope));
    } catch (error) {
      const isOptional = !isAsked && kind.scope === 'organization' && !isWorkspace(kind);
      if (!isOptional || !hasCode(error, 'forbidden')) throw error;
      session.output.note(`${kind.name} left out: this token may not list them`);
    }
  };
  const wanted = new Set(kinds.map(({ kind }) => kind.name));
  const referred = findKinds(session).filter(({ kind: { name } }) =>
    kinds.some(({ kind }) =>
      Object.values(kind.fields).some(({ refersTo }) => refersTo === name && !wanted.has(name)),
    ),
  );
  await Promise.all([
    ...kinds.map((managed) => read(managed, only !== undefined)),
    ...referred.map((managed) => read(managed, false)),
  ]);
  const { content, warnings } = pullContent({
    lists: kinds.flatMap(({ kind }) => lists.get(kind.name) ?? []),
    workspaceId,
    listOf: (kind) => lists.get(kind),
    isSecretName,
    isSecretText,
  });
  for (const warning of warnings) session.output.warn(warning);
  // A file that lists items of a workspace names the workspace, even if its settings were not requested.
  const isScoped = kinds.some(({ kind }) => kind.scope === 'workspace');
  if (!isScoped || workspaceId === undefined || content['workspace'] !== undefined) return content;
  const { version, ...rest } = content;
  return { version: version ?? 1, workspace: workspaceId, ...rest };
}

type FileFormat = 'yaml' | 'json';

function formatFor({ flags }: Session, path: string | undefined): FileFormat {
  const asked = flags.output?.toLowerCase();
  const { format: ending, extension, gzip } = formatOfPath(isFile(path) ? path : '');
  if (gzip) throw usageError(`--out-file ${path}: a settings file is not compressed`);
  if (asked === undefined && ending === undefined && extension !== '') {
    throw usageError(
      `--out-file ${path}: no settings file has the extension .${extension}`,
      'use .yaml or .json, or give -o yaml or -o json',
    );
  }
  const format = asked ?? ending ?? 'yaml';
  if (ending !== undefined && asked !== undefined && ending !== asked) {
    throw usageError(`--out-file ${path} is ${ending} by its ending, but --output says ${asked}`);
  }
  if (format === 'yaml' || format === 'json') return format;
  throw usageError(`a settings file is yaml or json, not ${format}`, 'give -o yaml or -o json');
}

function render(content: JsonObject, format: FileFormat): string {
  if (format === 'yaml') return writeContent(content, topLines, comments);
  return `${stringifyJson({ $schema: schemaFile, ...content }, 2)}\n`;
}

async function write(session: Session, path: string | undefined, text: string): Promise<void> {
  const { context, output } = session;
  if (!isFile(path)) return output.text(text);
  await writeFileAtomically(resolvePath(context, path), text, context);
  output.note(`wrote ${path}; costctl config schema -O ${schemaFile} lets an editor check it`);
}
