import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';

test.each([
  ['flt_no_credits', '--default', true],
  ['flt_production', '--no-default', false],
])(
  'filters update %s sends title, text and the default flag of %s',
  async (id, option, isDefault) => {
    const line = ['filters', 'update', id, '--title', 'New', '--filter', 'x = 1', option];
    const { stdout } = await run([...line, '--dry-run', '-o', 'json', '--sandbox']);
    expect(JSON.parse(stdout)).toMatchObject({
      body: { title: 'New', filter: 'x = 1', isDefault },
    });
  },
);
