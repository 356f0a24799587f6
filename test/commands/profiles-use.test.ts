import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';

const note =
  'note: COSTCTL_PROFILE=other overrides it in this shell: unset COSTCTL_PROFILE, or give --profile sandbox\n';

test.each<[string, Readonly<Record<string, string>>, readonly string[], string]>([
  ['another profile in the environment', { COSTCTL_PROFILE: 'other' }, [], note],
  ['the same profile in the environment', { COSTCTL_PROFILE: 'sandbox' }, [], ''],
  ['no profile in the environment', {}, [], ''],
  ['an empty variable', { COSTCTL_PROFILE: '' }, [], ''],
  ['a dry run', { COSTCTL_PROFILE: 'other' }, ['--dry-run'], ''],
  ['--quiet', { COSTCTL_PROFILE: 'other' }, ['-q'], ''],
])('profiles use with %s', async (_what, env, words, said) => {
  const { stderr, exitCode } = await run(['profiles', 'use', 'sandbox', ...words], { env });
  expect({ stderr, exitCode }).toEqual({ stderr: said, exitCode: 0 });
});
