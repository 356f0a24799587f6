import { expect, test } from 'vitest';
import { rowsOf, serveCosts } from '../helpers/costs.ts';
import { run } from '../helpers/run.ts';

test('costs list reads only the requested page of the requested size', async () => {
  const service = serveCosts({ '2026-11-14': rowsOf('2026-11-14', 10) });
  const argv = ['costs', 'list', '--last', '1d', '--page', '2', '--limit', '3', '-o', 'json'];
  const { stdout } = await run([...argv, '--query', '[].cost'], { service });
  expect(stdout.trim()).toBe('[0.03,0.04,0.05]');
  expect(service.requests).toMatchObject([{ page: 2, limit: 3 }]);
});
