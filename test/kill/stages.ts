import { configStage } from './config-stage.ts';
import { exportStage } from './export-stage.ts';
import { filesStage } from './files-stage.ts';
import { importStage } from './import-stage.ts';
import { mirrorStage } from './mirror-stage.ts';
import { profileStage } from './profile-stage.ts';
import { sandboxStage } from './sandbox-stage.ts';
import type { Stage } from './scene.ts';
import { writings, writtenStage } from './written-stage.ts';

/** What is killed, by its name. */
export const stages: Readonly<Record<string, () => Promise<Stage>>> = {
  export: () => exportStage(),
  'Parquet export': () => exportStage('costs.parquet', 9_000),
  import: importStage,
  'config apply': configStage,
  mirror: mirrorStage,
  'mirror of files': () => filesStage(),
  'mirror of Parquet files': () => filesStage(true),
  'profile write': profileStage,
  'sandbox write': sandboxStage,
  ...Object.fromEntries(Object.keys(writings).map((name) => [name, () => writtenStage(name)])),
};
