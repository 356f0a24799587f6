import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createFolder,
  type Ended,
  readFiles,
  removeFolder,
  runProgram,
  type Start,
} from '../e2e/program.ts';
import { createScene, describeEnd, type Stage } from './scene.ts';

/** A command that writes files into `out`, each whole or not at all. */
interface Writing {
  /** Before each run, what the command reads. */
  readonly prepare?: (folder: string) => Promise<void> | void;
  readonly words: readonly string[];
  readonly shell?: string;
  /** Whether they are a pack, whose files appear at once. */
  readonly together?: boolean;
  /** Whether a second run refuses to replace what the first one wrote. */
  readonly once?: boolean;
  /** If it does: another command that replaces it, and so removes what a killed run could not. */
  readonly replace?: readonly string[];
}

const month = ['--month', '2026-10'];
const days = ['--from', '2026-09-01', '--to', '2026-10-31'];

function costctl(folder: string, words: readonly string[], given?: Start) {
  const env = { COSTCTL_CONFIG_DIR: join(folder, 'config'), HOME: folder, TMPDIR: folder };
  return runProgram(['--sandbox', ...words], { ...given, cwd: folder, env });
}

const verify = ['costs', 'verify', 'out', '-q'];

/** What the sandbox itself would bill. */
async function writeInvoice(folder: string): Promise<void> {
  const columns = ['--columns', 'service,currency,total', '-O', join(folder, 'invoice.csv'), '-q'];
  const ended = await costctl(folder, [
    'costs',
    'summary',
    '--by',
    'service',
    ...month,
    ...columns,
  ]);
  if (ended.status !== 0) throw new Error(describeEnd(ended));
}

const call = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const requests = [
  call(1, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'killed', version: '1' },
  }),
  call(2, 'tools/call', {
    name: 'export_costs',
    arguments: { from: '2026-09-01', to: '2026-10-31', file: 'out-costs.csv' },
  }),
].join('');

const map = ['--map', 'amount=total'];

export const writings: Readonly<Record<string, Writing>> = {
  reconcile: {
    prepare: writeInvoice,
    words: [
      'costs',
      'reconcile',
      'invoice.csv',
      '--by',
      'service',
      ...month,
      ...map,
      '-O',
      'out.csv',
    ],
  },
  'close with an invoice': {
    prepare: writeInvoice,
    words: [
      ...[
        'costs',
        'close',
        ...month,
        '--invoice',
        'invoice.csv',
        '--invoice-by',
        'service',
        ...map,
      ],
      ...['-q', '-O', 'out'],
    ],
    together: true,
    once: true,
  },
  'config pull of all workspaces': { words: ['config', 'pull', '--all-workspaces', '-O', 'out'] },
  'MCP export': {
    prepare: (folder) => writeFileSync(join(folder, 'requests'), requests),
    words: ['mcp', '--export-dir', '.'],
    // The input ends when the file is there, or the server is not.
    shell:
      'exec "$@" < <(cat requests; while kill -0 $$ 2> /dev/null && [ ! -e out-costs.csv ]; do sleep 0.05; done)',
    once: true,
    replace: ['costs', 'export', ...days, '-O', 'out-costs.csv', '-q'],
  },
};

/** What the command wrote, by name. */
function written(folder: string): Map<string, string> {
  const files = [...readFiles(folder)].filter(([name]) => isResult(name));
  return new Map(files.map(([name, bytes]) => [name, bytes.toString('latin1')]));
}

export async function writtenStage(name: string): Promise<Stage> {
  const writing: Writing = writings[name] ?? { words: [] };
  const { prepare, words, shell, together = false, once = false, replace } = writing;
  const start = (folder: string, given?: Start) =>
    costctl(folder, words, { ...given, ...(shell === undefined ? {} : { shell }) });
  const runAgain = async (folder: string, ended: Ended, isLacking: boolean) => {
    if (isLacking || !once) return start(folder);
    return replace === undefined ? ended : costctl(folder, replace);
  };
  const first = createFolder();
  await prepare?.(first);
  const undisturbed = await start(first);
  if (undisturbed.status !== 0) throw new Error(describeEnd(undisturbed));
  const due = written(first);
  return {
    whole: undisturbed.milliseconds,
    open: (folder = createFolder()) => {
      for (const [path, bytes] of readFiles(first)) {
        if (path === 'invoice.csv' || path === 'requests') writeFileSync(join(folder, path), bytes);
      }
      return createScene(folder, {
        run: (given) => start(folder, given),
        problems: async (ended) => {
          const found = written(folder);
          // Some files of a pack say when it was made.
          const pack = together && found.size > 0 ? await costctl(folder, verify) : undefined;
          const isWhole = together
            ? pack === undefined || pack.status === 0
            : [...found].every(([path, text]) => due.get(path) === text);
          const left = ended.signal === 'SIGKILL' ? [] : strays(folder);
          const again = await runAgain(folder, ended, found.size < due.size);
          const last = written(folder);
          return [
            ...(isWhole && (ended.status !== 0 || found.size === due.size)
              ? []
              : [`written: ${[...found.keys()]}`]),
            ...left.map((path) => `left: ${path}`),
            ...(again.status === 0 || again === ended ? [] : [`again: ${describeEnd(again)}`]),
            ...([...due.keys()].every((path) => last.has(path)) ? [] : ['run again: not whole']),
            ...strays(folder)
              .filter((path) => ended.signal !== 'SIGKILL' || path.includes('out'))
              .map((path) => `left for good: ${path}`),
          ];
        },
      });
    },
    close: async () => removeFolder(first),
  };
}

/** What an export has read so far is meant to stay. A file that is not whole yet has a temporary name. */
const isResult = (path: string) => /^out(?!.*(\.part\/|\.tmp$))/.test(path);
const isPart = (path: string) => /^out-costs\.csv\.part\//.test(path);

function strays(folder: string): string[] {
  return [...readFiles(folder).keys()].filter(
    (path) =>
      !(isResult(path) || isPart(path) || /^(config\/|invoice\.csv$|requests$)/.test(path)) ||
      /\.tmp|\.lock/.test(path),
  );
}
