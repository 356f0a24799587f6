import { expect, test } from 'vitest';
import { resolveSettings } from '../src/settings.ts';
import { typedLine } from '../src/typed-line.ts';
import { createContext } from './helpers/context.ts';

test.each([
  [{ baseUrl: 'https://api.example/a' }, '--base-url https://api.example/a'],
  [{ baseUrl: 'https://api.example/a&b' }, "--base-url 'https://api.example/a&b'"],
  [{ baseUrl: 'https://api.example/$HOME' }, "--base-url 'https://api.example/$HOME'"],
])('a shell reads the options of %j as they were meant', async (flags, text) => {
  const settings = await resolveSettings(flags, createContext());
  expect(typedLine(() => 'costctl', settings)()).toBe(`costctl ${text}`);
});
