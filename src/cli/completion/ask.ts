import type { Context } from '../../context.ts';
import { readToken } from '../../profiles/token.ts';
import { type GlobalFlags, resolveSettings } from '../../settings.ts';
import { openMemory } from './memory.ts';
import type { LiveKind, Offer } from './offer.ts';

/** How many milliseconds a user waits after pressing TAB. */
const patience = 2_000;

/** The records of a kind at the service: from a recent answer, or requested now. */
export async function askService(
  context: Context,
  flags: GlobalFlags,
  kind: Exclude<LiveKind, 'profiles'>,
): Promise<readonly Offer[]> {
  const hurried = { ...flags, timeout: '2', retries: '0', maxWait: '0', quiet: true, input: false };
  const settings = await resolveSettings(hurried, context);
  const { token, baseUrl, workspace, sandbox } = settings;
  // A token command may prompt for a password, which nobody can answer here.
  if (token.value?.kind === 'command') return [];
  const secret = token.value === undefined ? '' : await readToken(token, context);
  const address = sandbox ? 'sandbox' : (baseUrl.value ?? '');
  const parts = [kind, address, secret, workspace.value ?? ''];
  const memory = openMemory(context, parts);
  const remembered = await memory?.recall().catch(() => undefined);
  if (remembered !== undefined) return remembered;

  const [{ openSession }, { readLive }] = await Promise.all([
    import('../../session.ts'),
    import('./live.ts'),
  ]);
  const limit = new AbortController();
  const signal = AbortSignal.any([context.signal, limit.signal]);
  const timer = setTimeout(() => limit.abort(), patience);
  const session = await openSession(
    { ...context, signal },
    { global: hurried, output: {}, dryRun: false, yes: false, ownFormats: false },
    { ...settings, debug: false },
  );
  try {
    const offers = await readLive(kind, session);
    // The sandbox is fast: its answers need no cache.
    if (!sandbox) await memory?.keep(offers).catch(() => undefined);
    return offers;
  } finally {
    clearTimeout(timer);
    await session.close();
  }
}
