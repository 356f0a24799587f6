// Small changes of a source text that a test should notice.

/** What is looked for, and what stands there instead. */
const swaps = [
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/(?<!=) < (?!=)/g, ' >= '],
  [/(?<![=]) > (?!=)/g, ' <= '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \?\? /g, ' && '],
  [/ \+ /g, ' - '],
  [/ - (?=[\w(])/g, ' + '],
  [/ \* /g, ' / '],
  [/ \/ /g, ' * '],
  [/ \+= /g, ' -= '],
  [/(?<=[\s(])true\b/g, 'false'],
  [/(?<=[\s(])false\b/g, 'true'],
  [/(?<=[\s([-])0(?=[;,)\s\]])/g, '1'],
  [/(?<=[\s([])1(?=[;,)\s\]])/g, '2'],
  [/(?<=\()!(?=\w)/g, ''],
  [/(?<=\bif \()(?=.*\) return)/g, 'false && '],
  [/Math\.max/g, 'Math.min'],
  [/Math\.min/g, 'Math.max'],
  [/\.every\(/g, '.some('],
  [/\.some\(/g, '.every('],
];

/** Every mutant of a text: from where to where it changes, and to what. Comments, types and imports stay. */
export function findMutants(source) {
  const mutants = [];
  let start = 0;
  for (const line of source.split('\n')) {
    if (
      !/^\s*(\/\/|\*|\/\*|import |export type |export interface |type |interface |\||readonly |export function |function )/.test(
        line,
      )
    ) {
      for (const [pattern, text] of swaps) {
        for (const found of line.matchAll(pattern)) {
          if (isInText(line, found.index)) continue;
          mutants.push({
            start: start + found.index,
            end: start + found.index + found[0].length,
            text,
          });
        }
      }
    }
    start += line.length + 1;
  }
  return mutants.sort((a, b) => a.start - b.start);
}

/** Words in messages and regular expressions are not what is tested here. */
function isInText(line, place) {
  const before = line.slice(0, place).replaceAll(/\\./g, '');
  return ["'", '`'].some((mark) => before.split(mark).length % 2 === 0) || /\/\^/.test(before);
}

export function describeMutant(source, { start, end, text }) {
  const number = source.slice(0, start).split('\n').length;
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const to = source.indexOf('\n', end);
  const line = source.slice(from, to);
  const changed = line.slice(0, start - from) + text + line.slice(end - from);
  return `${number}: ${line.trim()} → ${changed.trim()}`;
}
