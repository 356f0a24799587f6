import { expect, test } from 'vitest';
import { linkHeader } from '../../src/api/list-answer.ts';

test.each([
  ['</v1/x?page=2>; rel="next"', '/v1/x?page=2'],
  ['</v1/x?page=2>; rel=next', '/v1/x?page=2'],
  ['</v1/x?page=2>; rel=next; title="more"', '/v1/x?page=2'],
  ['</v1/x?page=2>; rel="last next"', '/v1/x?page=2'],
  ['</v1/x?page=2>; rel="NEXT last"', '/v1/x?page=2'],
  ['</v1/x?page=1>; rel="prev", </v1/x?page=3>; rel="next"', '/v1/x?page=3'],
  ['</v1/x?page=2>; rel="next-archive"', undefined],
  ['</v1/x?page=2>; rel=next-archive', undefined],
  ['</v1/x?page=2>; rel="not-next"', undefined],
  ['</v1/x?page=2>; title="next"', undefined],
  [undefined, undefined],
])('the next page of %j is %s', (link, next) => {
  expect(linkHeader({ body: [], headers: link === undefined ? {} : { link } })).toBe(next);
});
