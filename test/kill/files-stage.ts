import { copyFileSync, cpSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, readFiles, removeFolder, runProgram, type Start } from '../e2e/program.ts';
import { createScene, describeEnd, type Stage } from './scene.ts';

const count = 120_000;

function start(folder: string, words: readonly string[], given?: Start) {
  const env = { COSTCTL_CONFIG_DIR: join(folder, 'none') };
  return runProgram(['costs', ...words], { ...given, cwd: folder, env });
}

const update = (folder: string, given?: Start) =>
  start(folder, ['mirror', 'costs', '--files', 'rows*', '-q'], given);

/** How many rows the mirror has: 0 without a mirror, undefined if it is damaged. */
async function countHeld(folder: string): Promise<number | undefined> {
  const manifest = join(folder, 'costs', '_manifest.json');
  if (!existsSync(manifest)) return 0;
  if ((await start(folder, ['verify', manifest, '-q'])).status !== 0) return undefined;
  const words = ['summary', '--mirror', 'costs', '--month', '2026-10', '-o', 'json'];
  const { stdout } = await start(folder, words);
  return Number(/"rows": ?(\d+)/.exec(stdout)?.[1]);
}

/**
 * A mirror of csv that is made, or one of Parquet that gets a second file and is read column by column:
 * whatever ends the run, the old state is there or the new one, and the next run makes the new one.
 */
export async function filesStage(isParquet = false): Promise<Stage> {
  const rows = Array.from(
    { length: count },
    (_, row) => `2026-10-${String(1 + (row % 28)).padStart(2, '0')},service ${row % 50},1,USD\n`,
  );
  const text = `ChargePeriodStart,ServiceName,BilledCost,BillingCurrency\n${rows.join('')}`;
  const before = createFolder();
  if (isParquet) {
    writeFileSync(join(before, 'rows.csv'), text);
    await update(before);
    const [made] = [...readFiles(join(before, 'costs')).keys()].filter((name) =>
      name.endsWith('.parquet'),
    );
    copyFileSync(join(before, 'costs', made ?? ''), join(before, 'rows-1.parquet'));
    renameSync(join(before, 'rows.csv'), join(before, 'source.csv'));
    removeFolder(join(before, 'costs'));
    await update(before);
  }
  const old = isParquet ? count : 0;
  return {
    open: (folder = createFolder()) => {
      if (isParquet) {
        cpSync(before, folder, { recursive: true });
        copyFileSync(join(folder, 'rows-1.parquet'), join(folder, 'rows-2.parquet'));
      } else writeFileSync(join(folder, 'rows.csv'), text);
      const more = isParquet ? ['--allow-duplicates'] : [];
      const run = (given?: Start) =>
        start(folder, ['mirror', 'costs', '--files', 'rows*', '-q', ...more], given);
      return createScene(folder, {
        run,
        problems: async () => {
          const problems: string[] = [];
          const held = await countHeld(folder);
          if (held !== old && held !== old + count) problems.push(`not whole: ${held} rows`);
          const again = await run();
          if (again.status !== 0) problems.push(`run again: ${describeEnd(again)}`);
          const all = await countHeld(folder);
          if (all !== old + count) problems.push(`other rows: ${all}`);
          const strays = [...readFiles(join(folder, 'costs')).keys()].filter((name) =>
            /\.tmp$|\.lock$/.test(name),
          );
          return [...problems, ...strays.map((name) => `left: ${name}`)];
        },
      });
    },
    close: async () => removeFolder(before),
  };
}
