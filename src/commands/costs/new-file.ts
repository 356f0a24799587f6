import { CostctlError } from '../../errors.ts';
import { isFile } from '../../output/sink.ts';
import { statIfThere } from '../../storage/stat.ts';

/** A file to start from is written once: the next run would replace what was edited in it. */
export async function requireNewFile(outFile: string | undefined): Promise<void> {
  if (!isFile(outFile)) return;
  const found = await statIfThere(outFile);
  if (found?.isFile() !== true || found.size === 0) return;
  throw new CostctlError('file', `cannot write ${outFile}: the file exists`, {
    hint: 'name another file with -O, and copy from it what you need',
  });
}
