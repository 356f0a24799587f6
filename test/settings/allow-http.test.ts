import { expect, test } from 'vitest';
import { resolveSettings } from '../../src/settings.ts';
import { withConfiguration } from './world.ts';

const plain = 'http://cost.example.com';

test.each([
  ['a flag', { baseUrl: plain }, {}, {}],
  ['the environment', {}, { COSTCTL_BASE_URL: plain }, {}],
  ['the profile', {}, {}, { baseUrl: plain }],
])(
  'plain http from %s is allowed only with COSTCTL_ALLOW_HTTP=1',
  async (_name, flags, env, work) => {
    const configuration = { current: 'work', profiles: { work } };
    const resolve = (more: object) =>
      resolveSettings(flags, withConfiguration(configuration, { ...env, ...more }));
    expect((await resolve({ COSTCTL_ALLOW_HTTP: '1' })).baseUrl.value).toBe(plain);
    for (const more of [{}, { COSTCTL_ALLOW_HTTP: '0' }]) {
      await expect(resolve(more)).rejects.toMatchObject({ code: 'usage' });
    }
  },
);
