import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { Name } from '../declaration/kind.ts';
import type { Given } from '../declaration/line.ts';
import { hasCode } from '../errors.ts';
import { flush } from '../output/write-stream.ts';
import type { Invocation, Session } from '../session.ts';
import { withoutName, workspaceName } from '../settings/workspace-name.ts';
import type { Called } from './line.ts';
import { idOf, resolveNames } from './resolve-names.ts';

type Values = Readonly<Record<string, unknown>>;

/** Runs an action in a session that is closed afterwards. Its errors say what the line can do about them. */
export async function runInSession(
  context: Context,
  call: Called & { readonly given: Given },
  { inSession }: Extract<Command['run'], { inSession: unknown }>,
  invocation: Invocation,
  inputOf: (session: Session) => Promise<Values>,
): Promise<void> {
  const { declared } = call;
  // The code that talks to the service is loaded for actions only, not for help.
  const [{ openLocalSession, openSession }, { DryRunStop }] = await Promise.all([
    import('../session.ts'),
    import('../api/dry-run.ts'),
  ]);
  const named = workspaceName(invocation.global);
  const open = declared.local === true ? openLocalSession : openSession;
  const opened = await open(context, withoutName(invocation));
  let session = opened;
  try {
    const input = await inputOf(opened);
    if (named !== undefined) {
      // A local action does not ask the service here: it passes the name on, or ignores it.
      session =
        declared.local === true
          ? { ...opened, flags: invocation.global }
          : opened.inWorkspace(await idOf(opened, new Name('workspaces', named, false)));
    }
    const resolved = await resolveNames(session, declared, input);
    const work = async (given: Values) => {
      try {
        await inSession(session, given);
        if (opened.changesMade() !== undefined) await flush(context.stdout);
      } catch (error) {
        const [{ explainMissing }, { blameResult }] = await Promise.all([
          import('../commands/named-record.ts'),
          import('../api/changes-made.ts'),
        ]);
        const blamed = blameResult(error, opened.changesMade());
        throw explainMissing(blamed, declared, given, session.workspace);
      }
    };
    try {
      await work(resolved);
    } catch (error) {
      // Nothing irreversible is done to a record that a person did not confirm.
      if (declared.irreversible === true || opened.changesMade() !== undefined) throw error;
      const { findNamed } = await import('../commands/named-record.ts');
      const own = await findNamed(error, declared, resolved, session);
      if (own === undefined) throw error;
      await work(own);
    }
  } catch (error) {
    if (!(error instanceof DryRunStop)) {
      const { blameSetting } = await import('./blame-setting.ts');
      const { nameColumns } = await import('./hint-lines.ts');
      const blamed = await nameColumns(blameSetting(error, call, opened.settings), session);
      if (hasCode(blamed, 'incomplete') && invocation.isCheck) {
        await session.output.unjudged(blamed.message);
      }
      throw blamed;
    }
    await session.output.one(error.planned);
  } finally {
    await session.close();
  }
}
