import { flag, optional, under } from '../declaration/option.ts';
import { formats } from '../formats/registry.ts';
import { baseUrlKind, settingKinds } from './setting-kinds.ts';

const { profile, workspace, output, maxWait, timeout, retries, concurrency } = settingKinds;

/** The options allowed anywhere on a line; they are checked with the variables and the profile. */
export const globalOptions = under('Global options:', {
  profile: optional(profile, 'use this profile', { short: '-p' }),
  baseUrl: optional(baseUrlKind(false), 'address of the service'),
  workspace: optional(workspace, 'workspace to work in', { short: '-w' }),
  output: optional(output, `format of the result: ${formats.join(', ')}`, {
    short: '-o',
    usual: 'table',
  }),
  maxWait: optional(maxWait, 'longest wait for the rate limit', { usual: '300' }),
  timeout: optional(timeout, 'time limit of one request', { usual: '60' }),
  retries: optional(retries, 'retries of a failed request', { usual: '4' }),
  concurrency: optional(concurrency, 'parallel requests, 1 to 16', { usual: '4' }),
  color: flag('no colours', { onlyNegative: true }),
  quiet: flag('no notes, no progress', { short: '-q' }),
  debug: flag('a line on stderr for each request and response'),
  input: flag('never prompt, as without a terminal', { onlyNegative: true }),
  sandbox: flag('run against the embedded emulation of the service'),
});
