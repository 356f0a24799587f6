import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, readFiles, runProgram, type Start } from '../e2e/program.ts';
import { startSandbox } from './export-stage.ts';
import { createScene, describeEnd, envOf, type Stage } from './scene.ts';

/** A mirror of three months: whatever ends its first run, there is one state, and the next run continues. */
export async function mirrorStage(): Promise<Stage> {
  const sandbox = await startSandbox(150);
  const from = new Date(Date.now() - 75 * 86_400_000).toISOString().slice(0, 10);
  return {
    open: (folder = createFolder()) => {
      const mirror = join(folder, 'costs');
      const manifest = join(mirror, '_manifest.json');
      const start = (words: readonly string[], given?: Start) =>
        runProgram(['costs', ...words], {
          ...given,
          cwd: folder,
          env: { ...envOf(sandbox.url), COSTCTL_CONFIG_DIR: join(folder, 'none') },
        });
      const update = (given?: Start) => start(['mirror', mirror, '--from', from, '-q'], given);
      return createScene(folder, {
        run: update,
        problems: async () => {
          const problems: string[] = [];
          if (existsSync(manifest)) {
            const whole = await start(['verify', manifest, '-q']);
            if (whole.status !== 0) problems.push(`not whole: ${describeEnd(whole)}`);
          }
          const again = await update();
          if (again.status !== 0) problems.push(`run again: ${describeEnd(again)}`);
          const same = await start(['verify', manifest, '--live', '-q']);
          if (same.status !== 0) problems.push(`not the service's: ${describeEnd(same)}`);
          const names = [...readFiles(mirror).keys()];
          const strays = names.filter((name) => /\.tmp$|\.lock$/.test(name));
          return [...problems, ...strays.map((name) => `left: ${name}`)];
        },
      });
    },
    close: sandbox.close,
  };
}
