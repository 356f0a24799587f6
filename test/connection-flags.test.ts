import { expect, test } from 'vitest';
import { connectionFlags } from '../src/connection-flags.ts';
import { resolveSettings } from '../src/settings.ts';
import { createContext } from './helpers/context.ts';

test.each([
  [{ baseUrl: 'https://api.example/a' }, '--base-url https://api.example/a'],
  [{ baseUrl: 'https://api.example/a&b' }, "--base-url 'https://api.example/a&b'"],
  [{ baseUrl: 'https://api.example/$HOME' }, "--base-url 'https://api.example/$HOME'"],
])('a shell reads the options of %j as they were meant', async (flags, text) => {
  const settings = await resolveSettings(flags, createContext());
  expect(connectionFlags(settings, true).join(' ')).toBe(text);
});
