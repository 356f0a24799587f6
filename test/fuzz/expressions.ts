import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fuzzer } from './draw.ts';

/** A regular expression as written in the source. */
interface Expression {
  readonly place: string;
  readonly expression: RegExp;
}

/** Every literal under src; what a template or a division only looks like one does not compile or harms nothing. */
function findExpressions(): readonly Expression[] {
  const found: Expression[] = [];
  for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const lines = readFileSync(join('src', name), 'utf8').split('\n');
    for (const [at, line] of lines.entries()) {
      if (/^\s*(\*|\/\/|\/\*)/.test(line)) continue;
      for (const [, body = '', flags] of line.matchAll(literal)) {
        try {
          found.push({ place: `src/${name}:${at + 1}`, expression: new RegExp(body, flags) });
        } catch {}
      }
    }
  }
  return found;
}

const literal =
  /(?<![\w)\]/*<])\/((?:[^/\\[\n*]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])*)\/([dgimsuvy]*)/g;

const pumps = [
  'a',
  '0',
  ' ',
  '\t',
  '\n',
  '\r',
  '"',
  "'",
  '\\',
  ',',
  '.',
  '-',
  '_',
  '/',
  '%',
  '=',
  ':',
  '?',
  '&',
  '{',
  '[',
  '(',
  'é',
  '0.',
  'a.',
  'a-',
  ' a',
  '\\"',
  '""',
  ', ',
];
const length = 10_000;
/** Of the processor's time, which other work on the machine does not lengthen. */
const mostMilliseconds = 1000;

export const expressionFuzzer: Fuzzer = {
  name: 'regular expressions of src against long repetitions: none blows up',
  cases: 200 * pumps.length,
  play: (count) => {
    const expressions = findExpressions();
    const every = Math.max(1, Math.floor((expressions.length * pumps.length) / count));
    let at = 0;
    for (const { place, expression } of expressions) {
      for (const pump of pumps) {
        at += 1;
        if (at % every !== 0) continue;
        const text = `${pump.repeat(Math.ceil(length / pump.length))}\u0000`;
        const began = process.cpuUsage();
        expression.lastIndex = 0;
        expression.test(text);
        const took = process.cpuUsage(began).user / 1000;
        if (took > mostMilliseconds) {
          throw new Error(
            `${place} takes ${took.toFixed(0)} ms for ${length} of ${JSON.stringify(pump)}`,
          );
        }
      }
    }
  },
};
