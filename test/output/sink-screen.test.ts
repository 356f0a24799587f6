import { execFileSync } from 'node:child_process';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sharesScreen } from '../../src/output/sink.ts';
import { needs } from '../helpers/needs.ts';
import { MemoryStream } from './memory-stream.ts';

const folder = mkdtempSync(join(tmpdir(), 'costctl-screen-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const streamOf = (fd: number) => Object.assign(new MemoryStream(), { fd });

test('a result shares the screen with the progress on a terminal, but not in a file', () => {
  const terminal = new MemoryStream({ terminal: true });
  expect(sharesScreen(terminal, undefined)).toBe(true);
  expect(sharesScreen(terminal, '-')).toBe(true);
  expect(sharesScreen(terminal, 'costs.csv')).toBe(false);
  expect(sharesScreen(streamOf(openSync(join(folder, 'file'), 'w')), undefined)).toBe(false);
  expect(sharesScreen(new MemoryStream(), undefined)).toBe(false);
  expect(sharesScreen(streamOf(1_000_000), undefined)).toBe(false);
});

const pipe = join(folder, 'pipe');

describe('a pipe', () => {
  needs('mkfifo');

  test('may lead to the screen', () => {
    execFileSync('mkfifo', [pipe]);
    // Opened for both directions, it does not wait for a reader.
    expect(sharesScreen(streamOf(openSync(pipe, 'r+')), undefined)).toBe(true);
  });
});
