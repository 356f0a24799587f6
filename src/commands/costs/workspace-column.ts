import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifFailed } from '../../errors.ts';
import { isObject } from '../../json/number.ts';
import { createWorkspaceWatch } from '../../questions/analyze.ts';
import type { RowSource } from '../../rows/row-source.ts';
import { quoteInCondition } from '../../rows/where-language.ts';
import type { Session } from '../../session.ts';
import { nameAddress } from '../../settings/choose-settings.ts';
import { findStateFolder } from '../../settings/user-folders.ts';
import { writeFileAtomically } from '../../storage/atomic.ts';
import { makeFolder } from '../../storage/file-system.ts';
import { resolvePath } from '../../storage/path.ts';

/** This many rows are looked at. */
const most = 50;

/** The same source, which also keeps the name of the column of workspace ids for a later hint. */
export function rememberWorkspaceColumn(session: Session, source: RowSource): RowSource {
  let isSeen = false;
  return {
    ...source,
    sample: async (plan, take, limit) => {
      await source.sample(
        plan,
        async (rows) => {
          await take(rows);
          if (isSeen || rows.count === 0) return;
          isSeen = true;
          const watch = createWorkspaceWatch(most);
          watch.add(rows);
          const [only, ...others] = watch.found();
          if (only !== undefined && others.length === 0) await keep(session, only.column);
        },
        limit,
      );
    },
  };
}

/** The column that a condition on workspaces names, as far as it is known without a request. */
export async function findWorkspaceColumn(session: Session, mirror: unknown) {
  // Without the mirror only the hint is less exact.
  const column =
    typeof mirror === 'string'
      ? await findInMirror(resolvePath(session.context, mirror)).catch(ifFailed(undefined))
      : (await recall(session))[addressOf(session)];
  return typeof column === 'string' ? quoteInCondition(column) : undefined;
}

async function findInMirror(folder: string): Promise<string | undefined> {
  const [{ createMirrorSource }, { findState }] = await Promise.all([
    import('../../mirror/mirror-source.ts'),
    import('../../mirror/manifest.ts'),
  ]);
  const state = await findState(folder, undefined);
  const day = state.days.at(-1)?.date;
  if (day === undefined) return undefined;
  const watch = createWorkspaceWatch(most);
  const source = createMirrorSource(folder, async () => state, {});
  await source.readFirst({ from: day, to: day }, most, watch.add);
  return watch.found()[0]?.column;
}

/** Keeps the column by address. If it cannot be kept, only the hint is less exact. */
async function keep(session: Session, column: string): Promise<void> {
  const { context } = session;
  const folder = findStateFolder(context);
  const known = await recall(session);
  const address = addressOf(session);
  if (folder === undefined || known[address] === column) return;
  try {
    await makeFolder(folder, 0o700);
    const text = `${JSON.stringify({ ...known, [address]: column })}\n`;
    await writeFileAtomically(join(folder, fileName), text, { ...context, mode: 0o600 });
  } catch {
    // A home folder may be read-only.
  }
}

async function recall({ context }: Session): Promise<Readonly<Record<string, unknown>>> {
  const folder = findStateFolder(context);
  if (folder === undefined) return {};
  try {
    const known: unknown = JSON.parse(await readFile(join(folder, fileName), 'utf8'));
    return isObject(known) ? known : {};
  } catch {
    return {};
  }
}

const fileName = 'workspace-columns.json';

function addressOf({ settings: { sandbox, baseUrl } }: Session): string {
  return nameAddress(sandbox, baseUrl.value) ?? '';
}
