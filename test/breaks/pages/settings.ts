import type { Break } from '../break.ts';

/** Where each setting comes from. */
export const settings: readonly Break[] = [
  {
    promise: 'a request is tried again four times where nothing else is said',
    file: 'src/settings.ts',
    from: 'retries: pick(sources, rows.retries, 4)',
    to: 'retries: pick(sources, rows.retries, 3)',
    tests: ['test/settings/resolve.test.ts'],
  },
  {
    promise: 'a profile named by a flag leaves the token of the environment aside',
    file: 'src/settings.ts',
    from: 'if (!leavesEnvironmentAside(sources)) {',
    to: 'if (leavesEnvironmentAside !== undefined) {',
    tests: ['test/settings/resolve-profile.test.ts'],
  },
];
