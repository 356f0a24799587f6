import { formats } from '../formats/registry.ts';
import { kind, oneOf, text, wholeNumber } from './kind.ts';
import { flag, type Option, optional } from './option.ts';

const seconds = kind('seconds', (value) => ({ value }), { schema: { type: 'number', minimum: 0 } });
const heading = 'Global options:';

/**
 * The options allowed anywhere on a line. `settings.ts` checks them together with the variables and
 * the profile.
 */
export const globalOptions = {
  profile: optional(text('name', { noun: 'profiles' }), 'use this profile', {
    short: '-p',
    heading,
  }),
  baseUrl: optional(text('url'), 'address of the service', { heading }),
  workspace: optional(text('id', { noun: 'workspaces' }), 'workspace to work in', {
    short: '-w',
    heading,
  }),
  output: optional(oneOf(formats, 'format'), 'format of the result (default table)', {
    short: '-o',
    heading,
  }),
  maxWait: optional(seconds, 'longest wait for the rate limit (default 300)', {
    heading,
  }),
  timeout: optional(seconds, 'time limit of one request (default 60)', { heading }),
  retries: optional(wholeNumber(0, 100), 'retries of a failed request (default 4)', { heading }),
  concurrency: optional(wholeNumber(1, 16), 'parallel requests, 1 to 16 (default 4)', { heading }),
  color: flag('no colours', { onlyNegative: true, heading }),
  quiet: flag('no notes, no progress', { short: '-q', heading }),
  debug: flag('a line on stderr for each request and response', { heading }),
  input: flag('never prompt, as without a terminal', { onlyNegative: true, heading }),
  sandbox: flag('run against the embedded emulation of the service', { heading }),
} as const satisfies Readonly<Record<string, Option>>;
