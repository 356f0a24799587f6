import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, removeFolder, runProgram } from '../e2e/program.ts';
import { exportStage } from './export-stage.ts';
import { expectEnd, type Place, rows, sandboxRun, withStage } from './place.ts';
import { profileStage } from './profile-stage.ts';
import { sandboxStage } from './sandbox-stage.ts';
import { describeEnd, type Stage } from './scene.ts';

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
        return listed.stdout.includes('https://one.example') ? [] : [describeEnd(listed)];
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

/** In a file system so small that the run fills it; then there is room, and it is run again. */
function onFullDisk(open: () => Promise<Stage>, size: string): () => Promise<readonly string[]> {
  return () =>
    withStage(open, async (stage) => {
      const folder = createFolder();
      mount(folder, ['-t', 'tmpfs', '-o', `mode=700,size=${size}`, 'tmpfs']);
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
      mount(folder, ['-t', 'tmpfs', '-o', 'mode=700,size=1m', 'tmpfs']);
      const filler = `${folder}/filler`;
      try {
        const scene = stage.open(folder);
        const ended = await scene.run({
          shell: `cat /dev/zero > ${filler} 2> /dev/null; exec "$@"`,
        });
        rmSync(filler, { force: true });
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
