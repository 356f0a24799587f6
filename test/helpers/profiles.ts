import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, type World } from './run.ts';
import { type Exchange, scriptService } from './service.ts';

/** The token that a test gives; nothing may print more than its end. */
export const secret = 'tok_new_secret_9876543210';

/** What is asked to try a token. */
export const verification = '/v1/users?page=1&limit=1';

export const work = {
  baseUrl: 'https://work.example.com',
  token: 'tok_work_0123456789',
  workspace: 'wsp_work',
};

export const workAndHome = {
  current: 'work',
  profiles: { work, home: { tokenCommand: 'pass home' } },
};

/** A folder with this configuration. */
export function withProfiles(configuration: unknown = workAndHome): string {
  const folder = createFolder();
  mkdirSync(join(folder, 'config'));
  const text = typeof configuration === 'string' ? configuration : JSON.stringify(configuration);
  writeFileSync(join(folder, 'config', 'config.json'), text);
  return folder;
}

export function readStored(folder: string): unknown {
  const path = join(folder, 'config', 'config.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** A service at a fixed address; nothing of it is in the environment. */
export function asking(exchange: Exchange): World {
  const service = scriptService(exchange);
  return { service, env: { COSTCTL_BASE_URL: '', COSTCTL_TOKEN: '' }, stdin: `${secret}\n` };
}

export const addWork = [
  'profiles',
  'add',
  'work',
  '--base-url',
  'https://api.example.test',
  '--token-stdin',
];
