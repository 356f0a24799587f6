import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createFolder, type Ended, removeFolder, runProgram } from '../e2e/program.ts';
import { exportStage } from './export-stage.ts';
import { expectEnd, type Place, rows, sandboxRun, withStage } from './place.ts';
import { sandboxStage } from './sandbox-stage.ts';
import type { Stage } from './scene.ts';

/** Enough for a place where nothing can be written. */
const fewRows = () => exportStage('few.csv', 9_000);

/** No file may grow past this many KiB: what a quota or a full disk does, without a mount. */
const limited = (kibibytes: number) => `trap '' XFSZ; ulimit -f ${kibibytes}; exec "$@"`;

function pastLimit(
  open: () => Promise<Stage>,
  kibibytes: number,
): () => Promise<readonly string[]> {
  return () =>
    withStage(open, async (stage) => {
      const scene = stage.open();
      try {
        const ended = await scene.run({ shell: limited(kibibytes) });
        return [
          ...expectEnd(ended, 1, /^(error:| {2}).*larger than the system allows/m),
          ...(await scene.problems(ended)),
        ];
      } finally {
        scene.close();
      }
    });
}

const closedEarly = `"$@" | head -c 100 > /dev/null; exit \${PIPESTATUS[0]}`;
const goneFolder = `mkdir gone && cd gone && rmdir ../gone && exec "$@"`;

/** In a folder that is removed while it is the working folder. */
async function fromNowhere(line: readonly string[]): Promise<Ended> {
  const cwd = createFolder();
  return sandboxRun(line, { cwd, shell: goneFolder }).finally(() => removeFolder(cwd));
}

export const places: readonly Place[] = [
  { name: 'file size limit, export', play: pastLimit(exportStage, 8192) },
  { name: 'file size limit, export at its start', play: pastLimit(fewRows, 0) },
  { name: 'file size limit, sandbox write', play: pastLimit(sandboxStage, 0) },
  {
    name: 'file size limit, result to a file',
    play: async () => {
      const folder = createFolder();
      const file = join(folder, 'costs.csv');
      writeFileSync(file, 'earlier\n');
      const ended = await sandboxRun([...rows, '-O', file], { shell: limited(4) });
      const isUnchanged = readFileSync(file, 'utf8') === 'earlier\n';
      const left = readdirSync(folder).length - 1;
      removeFolder(folder);
      return [
        ...expectEnd(ended, 1, /^error: .*larger than the system allows/),
        ...(isUnchanged && left === 0 ? [] : ['the earlier file was changed, or another is left']),
      ];
    },
  },
  {
    name: 'stdout is a full device',
    play: async () =>
      expectEnd(
        await sandboxRun([...rows, '-o', 'csv'], { shell: '"$@" > /dev/full' }),
        1,
        /^error: .*no space left/,
      ),
  },
  {
    name: 'the result goes to a full device',
    play: async () =>
      expectEnd(
        await sandboxRun([...rows, '-o', 'csv', '-O', '/dev/full']),
        1,
        /^error: .*no space left/,
      ),
  },
  ...['json', 'ndjson', 'csv', 'table', 'yaml'].map((format) => ({
    name: `the reader of ${format} goes away`,
    play: async () =>
      expectEnd(await sandboxRun([...rows, '-o', format], { shell: closedEarly }), 0, /^$/),
  })),
  {
    name: 'the reader of an export goes away',
    play: async () => {
      const line = ['--sandbox', 'costs', 'export', '--last', '3d', '-q'];
      return expectEnd(await sandboxRun(line, { shell: closedEarly }), 0, /^$/);
    },
  },
  {
    name: 'started with 1>&-',
    play: async () => {
      const line = ['--sandbox', 'filters', 'list'];
      const isShown = existsSync('/proc/self/fdinfo');
      const lost = /^error: stdout is closed: the result would be lost/;
      const ended = await sandboxRun(line, { shell: '"$@" 1>&-' });
      return isShown ? expectEnd(ended, 1, lost) : expectEnd(ended, 0, /^$/);
    },
  },
  ...['0<&-', '2>&-'].map((closed) => ({
    name: `started with ${closed}`,
    play: async () => {
      const line = ['--sandbox', 'filters', 'list'];
      const ended = await sandboxRun(line, { shell: `"$@" ${closed}` });
      return expectEnd(ended, 0, /^$/);
    },
  })),
  {
    name: 'the working folder is gone, list',
    play: async () => expectEnd(await fromNowhere(['--sandbox', 'filters', 'list']), 0, /^$/),
  },
  {
    name: 'the working folder is gone, file in it',
    play: async () => [
      ...expectEnd(await fromNowhere([...rows, '-O', 'costs.csv']), 1, /^error: /),
      ...expectEnd(
        await fromNowhere(['--sandbox', 'metrics', 'import', 'bmt_orders', 'x.csv']),
        1,
        /^error: .*no such file/,
      ),
    ],
  },
  {
    name: 'the file is a folder',
    play: async () => {
      const folder = createFolder();
      mkdirSync(join(folder, 'costs.csv'));
      const ended = await sandboxRun([...rows, '-O', join(folder, 'costs.csv')]);
      removeFolder(folder);
      return expectEnd(ended, 1, /^error: .*folder/);
    },
  },
  {
    name: 'the configuration cannot be read',
    play: async () => {
      const folder = createFolder();
      writeFileSync(join(folder, 'config.json'), '{"profiles": {"one": ');
      chmodSync(join(folder, 'config.json'), 0o600);
      const before = readFileSync(join(folder, 'config.json'), 'utf8');
      const words = ['profiles', 'add', 'two', '--no-verify', '--token-command', 'echo x'];
      const ended = await runProgram([...words, '--base-url', 'https://two.example'], {
        env: { COSTCTL_CONFIG_DIR: folder, HOME: folder },
      });
      const isUnchanged =
        existsSync(join(folder, 'config.json')) &&
        readFileSync(join(folder, 'config.json'), 'utf8') === before;
      removeFolder(folder);
      return [...expectEnd(ended, 1, /^error: /), ...(isUnchanged ? [] : ['it was overwritten'])];
    },
  },
];
