import { isSecretName, isSecretText } from '../../api/secret-names.ts';
import { workspacesOf } from '../../config/everywhere.ts';
import { makePlan } from '../../config/make-plan.ts';
import { createState, type ItemList } from '../../config/service-state.ts';
import { updateFile } from '../../config/update-file.ts';
import { CostctlError } from '../../errors.ts';
import { createLimit } from '../../limit.ts';
import type { Session } from '../../session.ts';
import { writeFileAtomically } from '../../storage/atomic.ts';
import { resolvePath } from '../../storage/path.ts';
import { pluralize } from '../../text.ts';
import { findKinds, readFiles, readSource, reportProblems } from './prepare.ts';

/** Changes the values of a file to those of the service. Adds no fields to its items. */
export async function pullInto(session: Session, path: string): Promise<void> {
  const { context, http, output } = session;
  const source = await readSource(context, path);
  const updated = await reportProblems(session, async () => {
    const desired = readFiles(session, findKinds(session), [source]);
    const kinds = findKinds(session, workspacesOf(desired));
    const state = createState(createLimit(http.concurrency));
    const plan = await makePlan({
      desired,
      kinds,
      // Items missing from the given lists are added to them.
      options: { prune: kinds.map(({ kind }) => kind.name), resend: false },
      workspace: session.workspace,
      state,
      limit: createLimit(http.concurrency),
      isSecretName,
      inverse: true,
    });
    const lists = new Map<string, ItemList>(
      (await state.read()).map((list) => [`${list.managed.kind.name}/${list.workspaceId}`, list]),
    );
    const listOf = (kind: string, workspaceId: string) => {
      const scope = kinds.find((one) => one.kind.name === kind)?.kind.scope;
      return lists.get(`${kind}/${scope === 'workspace' ? workspaceId : ''}`);
    };
    return updateFile({ source, plan, listOf, isSecretName, isSecretText });
  });
  const { text, changed, added, removed, warnings } = updated;
  for (const warning of warnings) output.warn(warning);
  if (text !== source.text) {
    const now = await readSource(context, path);
    if (now.text !== source.text) {
      throw new CostctlError('conflict', `${path} was changed while the service was read`, {
        hint: 'the file is as it is now; run the same command again',
      });
    }
    await writeFileAtomically(resolvePath(context, path), text, context);
  }
  output.note(
    `${path}: ${pluralize(changed, 'value')} changed, ${pluralize(added, 'item')} added, ${removed} removed`,
  );
}
