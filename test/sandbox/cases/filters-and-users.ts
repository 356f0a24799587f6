import { storefront } from '../start.ts';
import { bad, type Case, missing, ok } from './case.ts';

const person = { email: 'new@example.com', firstName: 'N', lastName: 'P', role: 'viewer' };

export const filterCases: readonly Case[] = [
  ok(`GET /v1/saved-filters?${storefront}`),
  ok(`GET /v1/saved-filters?${storefront}&page=2&limit=1`),
  bad('GET /v1/saved-filters', 'workspaceId'),
  ok('POST /v1/saved-filters', { workspaceId: 'wsp_platform' }, 201),
  ok(
    'POST /v1/saved-filters',
    { workspaceId: 'wsp_platform', title: '', filter: 'f'.repeat(4000), isDefault: true },
    201,
  ),
  bad('POST /v1/saved-filters', 'workspaceId', { title: 't' }),
  bad('POST /v1/saved-filters', 'workspaceId', { workspaceId: '' }),
  bad('POST /v1/saved-filters', 'title', { workspaceId: 'wsp_platform', title: 't'.repeat(201) }),
  bad('POST /v1/saved-filters', 'filter', {
    workspaceId: 'wsp_platform',
    filter: 'f'.repeat(4001),
  }),
  bad('POST /v1/saved-filters', 'isDefault', { workspaceId: 'wsp_platform', isDefault: 1 }),
  ok(`GET /v1/saved-filters/flt_compute?${storefront}`),
  bad('GET /v1/saved-filters/flt_compute', 'workspaceId'),
  missing(`GET /v1/saved-filters/flt_none?${storefront}`),
  ok(`PUT /v1/saved-filters/flt_compute?${storefront}`, {
    title: 'x',
    filter: '',
    isDefault: true,
  }),
  bad(`PUT /v1/saved-filters/flt_compute?${storefront}`, 'title', { title: 't'.repeat(201) }),
  bad('PUT /v1/saved-filters/flt_compute', 'workspaceId', {}),
  missing(`PUT /v1/saved-filters/flt_none?${storefront}`, {}),
  bad('DELETE /v1/saved-filters/flt_no_credits', 'workspaceId'),
  ok(`DELETE /v1/saved-filters/flt_no_credits?${storefront}`, undefined, 204),
  missing(`DELETE /v1/saved-filters/flt_none?${storefront}`),
];

export const userCases: readonly Case[] = [
  ok('GET /v1/users?page=1&limit=100'),
  ok('GET /v1/users?page=1&limit=100&includeRemoved=true'),
  bad('GET /v1/users?limit=100', 'page'),
  bad('GET /v1/users?page=1', 'limit'),
  bad('GET /v1/users?page=1&limit=100&includeRemoved=perhaps', 'includeRemoved'),
  ok('POST /v1/users', person, 201),
  bad('POST /v1/users', 'role', { ...person, role: 'admin' }),
  bad('POST /v1/users', 'role', { ...person, role: undefined }),
  bad('POST /v1/users', 'email', { ...person, email: `${'e'.repeat(320)}@x` }),
  bad('POST /v1/users', 'email', { ...person, email: 'nobody' }),
  bad('POST /v1/users', 'firstName', { ...person, firstName: 'f'.repeat(101) }),
  bad('POST /v1/users', 'lastName', { ...person, lastName: 'l'.repeat(101) }),
  ok('GET /v1/users/usr_mara'),
  bad('GET /v1/users/mara', 'userId'),
  missing('GET /v1/users/usr_nobody'),
];
