import { expect, test } from 'vitest';
import { kindOfOption } from '../../../src/cli/completion/specs.ts';
import { run } from '../../helpers/run.ts';

test.each([
  ['--clear', 'field', ['providers', 'update', 'prv_a']],
  ['--granularity', 'period', ['costs', 'summary', '--last', '1d']],
  ['--sort', 'figure', ['costs', 'compare', '--last', '1d']],
  ['--role', 'role', ['users', 'list']],
  ['--format', 'format', ['metrics', 'diff', 'bmt_a', 'a.csv']],
])('the words offered for %s are the ones it accepts', async (long, value, line) => {
  const { stderr } = await run([...line, long, 'nonsense', '--sandbox']);
  const [, taken = ''] = /: must be one of (.*)/.exec(stderr) ?? [];
  const kind = kindOfOption({ long, value, description: '', heading: '' });
  expect(kind).toEqual({ words: taken.split(', ') });
});
