import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RowWriter } from '../../src/json/bulk/row-writer.ts';
import { RowScanner } from '../../src/json/bulk/rows.ts';
import { runs } from '../helpers/runs.ts';
import { bodyText, damagedBody } from './arbitraries.ts';
import { fastTexts, plainTexts } from './both-paths.ts';

describe('RowScanner', () => {
  test('reads more different nested keys than it can cache', () => {
    const keys = Array.from({ length: 100_000 }, (_, key) => `"k${key}":1.0`);
    const body = Buffer.from(`{"data":[{"a":{${keys.join()}}},{"a":{"x":1,"x":2}}]}`);
    const written = new RowWriter('ndjson').write(new RowScanner().scan(body)).toString();
    expect(written === `{"a":{${keys.join()}}}\n{"a":{"x":2}}\n`).toBe(true);
  });

  test('rejects a row with more keys than it keeps, before memory runs out', () => {
    const keys = Array.from({ length: 250_001 }, (_, key) => `"k${key}":0`);
    const body = Buffer.from(`{"data":[{${keys.join()}}]}`);
    expect(() => new RowScanner().scan(body)).toThrow('differ in more than 250000 ways');
  });

  describe.each([
    ['where a body is', Number.POSITIVE_INFINITY],
    ['in the memory of WebAssembly', 0],
  ])('%s', (_where, leastForMemory) => {
    const scanner = new RowScanner(leastForMemory);

    test('writes the same as the general path for any body', () => {
      fc.assert(
        fc.property(bodyText, (text) => {
          const body = Buffer.from(text);
          expect(fastTexts(scanner, body)).toEqual(plainTexts(body));
        }),
        { numRuns: runs(500) },
      );
    });

    test('accepts a damaged body only if JSON.parse does, and then writes the same', () => {
      fc.assert(
        fc.property(damagedBody, (body) => {
          // JSON.parse would move a name that the damage made a number.
          fc.pre(!/"(?:0|[1-9]\d*)"\s*:/.test(body.toString('latin1')));
          expect(fastTexts(scanner, body)).toEqual(plainTexts(body));
        }),
        { numRuns: runs(1500) },
      );
    });
  });
});
