import { parseArgs } from 'node:util';
import { globalOptions } from '../../declaration/global.ts';
import { kebabCase } from '../../declaration/line.ts';
import type { Option } from '../../declaration/option.ts';
import type { GlobalFlags } from '../../settings.ts';

/** The global options of an unfinished line. Loading commander would take longer than the whole answer. */
export function readFlags(words: readonly string[]): GlobalFlags {
  const { values } = parseArgs({ args: [...words], strict: false, options });
  const given = (key: 'profile' | 'baseUrl' | 'workspace') => {
    const value = values[kebabCase(key)];
    return typeof value === 'string' ? { [key]: value } : {};
  };
  return {
    ...given('profile'),
    ...given('baseUrl'),
    ...given('workspace'),
    ...(values['sandbox'] === true ? { sandbox: true } : {}),
  };
}

const declared: readonly [string, Option][] = Object.entries(globalOptions);

const options = Object.fromEntries(
  declared.map(([key, { kind, short }]) => [
    kebabCase(key),
    {
      type: kind === undefined ? ('boolean' as const) : ('string' as const),
      ...(short === undefined ? {} : { short: short.slice(1) }),
    },
  ]),
);
