import { expect, test } from 'vitest';
import { findPages } from '../../src/openapi/find-pages.ts';
import { outlineOfValue } from '../../src/openapi/outline.ts';

test.each([
  ['/v1/orders/{id}', { id: 7, customer: 'x', items: [{}], total: 99.5 }],
  ['/v1/orders/{id}', { orderId: 7, items: [{}], totals: 99.5 }],
  ['/v1/invoices/{id}', { id: 7, lines: [{}], count: 5, total: 3 }],
  ['/v1/orders/{ids}', { id: 7, items: [{}], total: 12 }],
  ['/v1/orders/{id}/search', { id: 7, items: [{}], total: 12 }],
  ['/v1/cart', { id: 7, items: [{}], total: 12 }],
])('GET %s of %j is a record, whose total is an amount', (path, body) => {
  expect(findPages({ outline: outlineOfValue(body), path, parameters: [] })).toBeUndefined();
});

test.each([
  ['/v1/orders', { items: [{}], total: 3 }],
  ['/v1/orders', { id: 'request 1', items: [{}], total: 3 }],
  ['/v1/orders/', { id: 'request 1', items: [{}], total: 3 }],
  ['/v1/orders.json', { id: 'request 1', items: [{}], total: 3 }],
  ['/v1/orders/search', { id: 'request 1', items: [{}], total: 3 }],
  ['/v1/orders/{id}/items', { items: [{}], total: 3 }],
  ['/v1/teams/{id}', { id: 7, members: [{}], totalMembers: 3 }],
  ['/v1/teams/{id}', { id: 7, items: [{}], total: 3, next: '/v1/teams/7?page=2' }],
])('GET %s of %j is a list', (path, body) => {
  const found = findPages({ outline: outlineOfValue(body), path, parameters: [] });
  expect(found?.items).toHaveLength(1);
});
