import type { TokenSource } from '../../profiles/token.ts';
import type { Setting, Settings } from '../../settings.ts';
import { type Finding, fail, ok } from './finding.ts';

/** The source of each setting of the run; ordinary ones share a line. */
export function describeChoice(settings: Settings): Finding[] {
  const { profile, sandbox } = settings;
  return [
    profile.value === undefined
      ? ok('profile', 'none', 'costctl profiles add NAME')
      : ok('profile', describe(profile)),
    sandbox ? ok('address', 'the embedded sandbox') : checkAddress(settings),
    sandbox ? ok('token', "the sandbox's own") : checkToken(settings),
    checkWorkspace(settings),
    describeOthers(settings),
  ];
}

function checkAddress({ baseUrl }: Settings): Finding {
  if (baseUrl.value !== undefined) return ok('address', describe(baseUrl));
  const hint =
    'costctl profiles add NAME --base-url URL, or COSTCTL_BASE_URL; --sandbox needs none';
  return fail('address', 'no base address is set', hint);
}

function checkWorkspace({ workspace, sandbox }: Settings): Finding {
  if (workspace.value !== undefined) return ok('workspace', describe(workspace));
  return sandbox
    ? ok('workspace', 'the first of the sandbox')
    : ok('workspace', 'none', 'costctl profiles set NAME workspace=ID, or --workspace ID');
}

function checkToken({ token }: Settings): Finding {
  if (token.value === undefined) {
    const hint = 'costctl profiles add NAME --token-stdin, or COSTCTL_TOKEN, or COSTCTL_TOKEN_FILE';
    return fail('token', 'no token is set', hint);
  }
  return ok('token', `${describeSource(token.value)} (${token.origin})`);
}

function describeSource(source: TokenSource): string {
  if (source.kind === 'file') return `read from ${source.path}`;
  return source.kind === 'command' ? 'from a command' : 'a text';
}

function describeOthers(settings: Settings): Finding {
  const names = ['output', 'maxWait', 'timeout', 'retries', 'concurrency', 'configFolder'] as const;
  const set = names.filter((name) => settings[name].source !== 'default');
  if (set.length === 0) return ok('settings', 'all others have their defaults');
  return ok('settings', set.map((name) => `${name} ${describe(settings[name])}`).join(', '));
}

function describe({ value, origin }: Setting<string | number | undefined>): string {
  return origin === '' ? String(value) : `${value} (${origin})`;
}
