import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const path = '/v1/costs?startDate=2026-10-01&endDate=2026-10-02&page=1&limit=5000';
const line = ['costs', 'list', '--from', '2026-10-01', '--to', '2026-10-02'];

test.each([
  [
    'without the count of its rows',
    pageOf([]),
    'meta.totalRecords is not a count of rows\n  {"links"',
  ],
  ['that is HTML', '<p>hello\nmore', 'unexpected "<" at byte 0\n  <p>hello\n'],
])(
  'cost data %s is an unexpected response, and its first line is shown',
  async (_name, answer, reported) => {
    const { stdout, stderr, exitCode } = await run(line, {
      service: scriptService({ path, answer }),
    });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
    expect(stderr).toContain(`error: the response is not a page of costs: ${reported}`);
  },
);
