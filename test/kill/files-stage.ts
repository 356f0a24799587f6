import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, readFiles, runProgram, type Start } from '../e2e/program.ts';
import { createScene, describeEnd, type Stage } from './scene.ts';

const count = 120_000;

/** A mirror of a file: whatever ends its first run, it is not there or whole, and the next run makes it. */
export async function filesStage(): Promise<Stage> {
  const rows = Array.from(
    { length: count },
    (_, row) => `2026-10-${String(1 + (row % 28)).padStart(2, '0')},service ${row % 50},1,USD\n`,
  );
  const text = `date,service,cost,currency\n${rows.join('')}`;
  return {
    open: (folder = createFolder()) => {
      const file = join(folder, 'rows.csv');
      writeFileSync(file, text);
      const mirror = join(folder, 'costs');
      const manifest = join(mirror, '_manifest.json');
      const start = (words: readonly string[], given?: Start) =>
        runProgram(['costs', ...words], {
          ...given,
          cwd: folder,
          env: { COSTCTL_CONFIG_DIR: join(folder, 'none') },
        });
      const update = (given?: Start) => start(['mirror', mirror, '--files', file, '-q'], given);
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
          const sum = await start([
            'summary',
            '--mirror',
            mirror,
            '--month',
            '2026-10',
            '-o',
            'json',
          ]);
          if (!sum.stdout.includes(`${count}`)) problems.push(`other sums: ${sum.stdout}`);
          const names = [...readFiles(mirror).keys()];
          const strays = names.filter((name) => /\.tmp$|\.lock$/.test(name));
          return [...problems, ...strays.map((name) => `left: ${name}`)];
        },
      });
    },
    close: async () => undefined,
  };
}
