import { join } from 'node:path';
import { createFolder, runProgram, type Start } from '../e2e/program.ts';
import { createScene, describeEnd, type Stage, strayFiles, tryWrite } from './scene.ts';

const titles = Array.from({ length: 8 }, (_, at) => `Filter ${at}`);
const settings = `version: 1
workspace: { id: wsp_storefront }
metrics: [{ name: Visits, unit: visit, labelColumns: [] }]
filters:
${titles.map((title) => `  - { title: ${title}, filter: a = 1 }`).join('\n')}
`;

/** Settings of a file that the sandbox does not have yet. */
export async function configStage(): Promise<Stage> {
  return {
    open: (folder = createFolder()) => {
      const env = { COSTCTL_CONFIG_DIR: join(folder, 'config'), HOME: folder };
      const file = join(folder, 'settings.yaml');
      tryWrite(file, settings);
      const costctl = (words: readonly string[], given?: Start) =>
        runProgram(['--sandbox', '-w', 'wsp_storefront', ...words], { ...given, env, cwd: folder });
      const run = (given?: Start) => costctl(['config', 'apply', file, '--yes'], given);
      const namesOf = async (group: string, field: string): Promise<string[]> => {
        const { stdout } = await costctl([group, 'list', '-o', 'json', '--query', `[].${field}`]);
        return stdout === '' ? [] : JSON.parse(stdout);
      };
      return createScene(folder, {
        run,
        problems: async () => {
          const again = await run();
          const plan = await costctl(['config', 'plan', file, '--check']);
          const names = [
            ...(await namesOf('filters', 'title')),
            ...(await namesOf('metrics', 'name')),
          ];
          const wrong = [...titles, 'Visits'].filter(
            (name) => names.filter((one) => one === name).length !== 1,
          );
          return [
            ...(again.status === 0 ? [] : [`run again: ${describeEnd(again)}`]),
            ...(plan.status === 0 ? [] : [`the plan is not empty: ${describeEnd(plan)}`]),
            ...wrong.map((name) => `missing or there twice: ${name}`),
            ...strayFiles(folder).map((name) => `left: ${name}`),
          ];
        },
      });
    },
    close: async () => undefined,
  };
}
