import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, type Ended, removeFolder, runProgram, type Start } from '../e2e/program.ts';
import { exportStage, profileStage, type Stage, sandboxStage, told } from './scenes.ts';

/** A place where a program has no luck, and what did not hold there. */
export interface Place {
  readonly name: string;
  readonly play: () => Promise<readonly string[]>;
}

const rows = ['--sandbox', 'costs', 'list', '--last', '3d'];

function sandboxRun(line: readonly string[], start: Start = {}): Promise<Ended> {
  const folder = createFolder();
  const env = { COSTCTL_CONFIG_DIR: join(folder, 'config'), HOME: folder, ...start.env };
  return runProgram(line, { ...start, env }).finally(() => removeFolder(folder));
}

function expectEnd(ended: Ended, status: number, said: RegExp): string[] {
  const isSilent = status !== 0 || ended.stderr === '';
  return ended.status === status && said.test(ended.stderr) && isSilent ? [] : [told(ended)];
}

/** In a file system so small that the run fills it; then there is room, and it is run again. */
function onFullDisk(open: () => Promise<Stage>, size: string): () => Promise<readonly string[]> {
  return () =>
    withStage(open, async (stage) => {
      const folder = createFolder();
      mount(folder, ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs']);
      try {
        const scene = stage.open(folder);
        const ended = await scene.run();
        const end = expectEnd(ended, 1, /^error: .*no space left on the disk/m);
        mount(folder, ['-o', 'remount,size=200m']);
        return [...end, ...(await scene.problems(ended))];
      } finally {
        execFileSync('umount', [folder]);
        removeFolder(folder);
      }
    });
}

/** The disk is full before the second of two writes; then there is room, and a third follows. */
function onFilledDisk(open: () => Promise<Stage>): () => Promise<readonly string[]> {
  return () =>
    withStage(open, async (stage) => {
      const folder = createFolder();
      mount(folder, ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs']);
      const filler = `${folder}/filler`;
      try {
        const scene = stage.open(folder);
        const ended = await scene.run({
          shell: `cat /dev/zero > ${filler} 2> /dev/null; exec "$@"`,
        });
        rmSync(filler);
        return [
          ...expectEnd(ended, 1, /^error: .*no space left on the disk/s),
          ...(await scene.problems(ended)),
        ];
      } finally {
        execFileSync('umount', [folder]);
        removeFolder(folder);
      }
    });
}

async function withStage<Result>(
  open: () => Promise<Stage>,
  work: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  const stage = await open();
  try {
    return await work(stage);
  } finally {
    await stage.close();
  }
}

function mount(folder: string, words: readonly string[]): void {
  execFileSync('mount', [...words, folder], { stdio: 'ignore' });
}

/** Whether this user may mount; a container's root often may not. */
export function canMount(): boolean {
  const folder = createFolder();
  try {
    mount(folder, ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs']);
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    removeFolder(folder);
  }
}

/** Runs work in a folder that cannot be written, with a configuration in it. */
async function readOnly(work: (folder: string, env: Record<string, string>) => Promise<string[]>) {
  const folder = createFolder();
  const env = { COSTCTL_CONFIG_DIR: join(folder, 'config'), HOME: folder };
  mount(folder, ['-t', 'tmpfs', 'tmpfs']);
  try {
    const words = ['profiles', 'add', 'one', '--no-verify', '--token-command', 'echo x'];
    const added = await runProgram([...words, '--base-url', 'https://one.example'], { env });
    writeFileSync(join(folder, 'costs.csv'), 'earlier\n');
    mount(folder, ['-o', 'remount,ro']);
    return [...expectEnd(added, 0, /^/), ...(await work(folder, env))];
  } finally {
    execFileSync('umount', [folder]);
    removeFolder(folder);
  }
}

export const mountedPlaces: readonly Place[] = [
  { name: 'disk full, export', play: onFullDisk(exportStage, '12m') },
  { name: 'disk full at its start, export', play: onFullDisk(exportStage, '8k') },
  { name: 'disk full, profile write', play: onFilledDisk(profileStage) },
  { name: 'disk full, sandbox write', play: onFilledDisk(sandboxStage) },
  {
    name: 'read-only, configuration is read',
    play: () =>
      readOnly(async (_folder, env) => {
        const listed = await runProgram(['profiles', 'list', '-o', 'csv'], { env });
        return listed.stdout.includes('https://one.example') ? [] : [told(listed)];
      }),
  },
  {
    name: 'read-only, profile write',
    play: () =>
      readOnly(async (_folder, env) => {
        const words = ['profiles', 'add', 'two', '--no-verify', '--token-command', 'echo x'];
        const added = await runProgram([...words, '--base-url', 'https://two.example'], { env });
        return expectEnd(added, 1, /^error: .*read-only/m);
      }),
  },
  {
    name: 'read-only, result to a file',
    play: () =>
      readOnly(async (folder, env) => {
        const file = join(folder, 'costs.csv');
        const listed = await sandboxRun([...rows, '-O', file]);
        const exported = await sandboxRun([
          '--sandbox',
          'costs',
          'export',
          '--last',
          '3d',
          '-O',
          file,
        ]);
        const changed = await runProgram(['--sandbox', 'filters', 'delete', 'flt_compute', '-y'], {
          env,
        });
        return [
          ...expectEnd(listed, 1, /^error: .*read-only/m),
          ...expectEnd(exported, 1, /^error: .*read-only/m),
          ...expectEnd(changed, 1, /^error: .*read-only/s),
          ...(readFileSync(file, 'utf8') === 'earlier\n' ? [] : ['the file was changed']),
        ];
      }),
  },
];

/** No file may grow past so many KiB: what a quota or a full disk does, without a mount. */
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
  { name: 'file size limit, export at its start', play: pastLimit(exportStage, 0) },
  { name: 'file size limit, sandbox write', play: pastLimit(sandboxStage, 0) },
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
  ...['0<&-', '1>&-', '2>&-'].map((closed) => ({
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
      const isKept =
        existsSync(join(folder, 'config.json')) &&
        readFileSync(join(folder, 'config.json'), 'utf8') === before;
      removeFolder(folder);
      return [...expectEnd(ended, 1, /^error: /), ...(isKept ? [] : ['it was overwritten'])];
    },
  },
];
