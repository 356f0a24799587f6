import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, readFiles, runProgram, type Start } from '../e2e/program.ts';
import { createScene, describeEnd, type Stage, strayFiles, token } from './scene.ts';

/** A second profile next to one that exists. */
export async function profileStage(): Promise<Stage> {
  return {
    open: (folder = createFolder()) => {
      const env = { COSTCTL_CONFIG_DIR: folder, HOME: folder };
      const add = (name: string, given?: Start) =>
        runProgram(
          ['profiles', 'add', name, '--no-verify', '--token-stdin', '--base-url', urlOf(name)],
          { ...given, env, stdin: `${token}_${name}\n` },
        );
      const list = async () => {
        const listed = await runProgram(['profiles', 'list', '-o', 'json'], { env });
        if (listed.status !== 0) return describeEnd(listed);
        const profiles: { name: string; baseUrl: string }[] = JSON.parse(listed.stdout);
        const wrong = profiles.filter(({ name, baseUrl }) => baseUrl !== urlOf(name));
        return wrong.length > 0
          ? `wrong: ${JSON.stringify(wrong)}`
          : profiles.map(({ name }) => name);
      };
      return createScene(folder, {
        run: async (given) => {
          const first = await add('first');
          return first.status === 0 ? add('second', given) : first;
        },
        problems: async (ended) => {
          const after = await list();
          // What is killed cannot clean up; the next writer finds its lock, and removes it.
          const left = ended.signal === 'SIGKILL' ? [] : strayFiles(folder);
          const third = await add('third');
          const last = await list();
          const due = ended.status === 0 ? ['first', 'second'] : ['first'];
          return [
            ...(due.every((name) => after.includes(name)) ? [] : [`lost: ${after}`]),
            ...left.map((name) => `left: ${name}`),
            ...openFiles(folder).map((name) => `others may read ${name}`),
            ...(third.status === 0 ? [] : [`the next change: ${describeEnd(third)}`]),
            ...([...after, 'third'].every((name) => last.includes(name)) ? [] : [`lost: ${last}`]),
            ...strayFiles(folder).map((name) => `left for good: ${name}`),
          ];
        },
      });
    },
    close: async () => undefined,
  };
}

function urlOf(name: string): string {
  return `https://${name}.example`;
}

function openFiles(folder: string): string[] {
  return [...readFiles(folder).keys()].filter(
    (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
  );
}
