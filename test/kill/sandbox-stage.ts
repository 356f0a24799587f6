import { createFolder, runProgram, type Start } from '../e2e/program.ts';
import { createScene, describeEnd, type Stage, strayFiles } from './scene.ts';

/** More than what a page of memory has left: a full disk has no room for it. */
const largestFilter = 'a'.repeat(4000);

/** One filter more in the sandbox, which has one more already. */
export async function sandboxStage(): Promise<Stage> {
  return {
    open: (folder = createFolder()) => {
      const env = { COSTCTL_CONFIG_DIR: folder, HOME: folder };
      const create = (title: string, given?: Start) =>
        runProgram(
          ['--sandbox', 'filters', 'create', '--title', title, '--filter', largestFilter],
          {
            ...given,
            env,
          },
        );
      const list = async () => {
        const listed = await runProgram(['--sandbox', 'filters', 'list', '-o', 'json'], { env });
        if (listed.status !== 0) return [describeEnd(listed)];
        return JSON.parse(listed.stdout).map(({ title }: { title: string }) => title);
      };
      return createScene(folder, {
        run: async (given) => {
          const first = await create('first');
          return first.status === 0 ? create('second', given) : first;
        },
        problems: async (ended) => {
          const after = await list();
          const third = await create('third');
          const last = await list();
          const due = ended.status === 0 ? ['first', 'second'] : ['first'];
          const isHeld = (titles: string[], wanted: string[]) =>
            wanted.every((title) => titles.filter((one) => one === title).length === 1);
          return [
            ...(isHeld(after, due) ? [] : [`lost: ${after}`]),
            ...(third.status === 0 ? [] : [`the next change: ${describeEnd(third)}`]),
            ...(isHeld(last, [...after, 'third']) ? [] : [`lost: ${last}`]),
            ...strayFiles(folder).map((name) => `left: ${name}`),
          ];
        },
      });
    },
    close: async () => undefined,
  };
}
