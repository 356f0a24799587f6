import { textFormats } from '../../src/formats/registry.ts';
import { escapeForTerminal, escapeLinesForTerminal, safeJson } from '../../src/text.ts';
import { removeFolder } from '../e2e/program.ts';
import { createFolder, run } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';
import { createDraw, type Fuzzer, strange } from './draw.ts';

/** What a terminal obeys, or what hides or turns text. Written apart from what it is held against. */
function isObeyed(code: number): boolean {
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return true;
  if (code >= 0xd800 && code <= 0xdfff) return true;
  const bidi = [0x061c, 0x200e, 0x200f, 0x2028, 0x2029, 0xfeff];
  return (
    bidi.includes(code) || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
  );
}

export function firstObeyed(text: string, allowed: string): string | undefined {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (isObeyed(code) && !allowed.includes(character)) return code.toString(16);
  }
  return undefined;
}

const codePoints = 0x110000;

const everyCharacter: Fuzzer = {
  name: 'every character there is: none that a terminal obeys is shown',
  cases: codePoints,
  play: (count, seed) => {
    const first = count >= codePoints ? 0 : (seed * 7919) % 0x3000;
    for (let code = first; code < Math.min(codePoints, first + count); code += 1) {
      const text = `a${String.fromCodePoint(code)}b`;
      const shown = [
        firstObeyed(escapeForTerminal(text), ''),
        firstObeyed(escapeLinesForTerminal(text), '\n\t'),
      ];
      const json = safeJson(JSON.stringify(text));
      if (shown.some((one) => one !== undefined) || firstObeyed(json, '\n') !== undefined) {
        throw new Error(`U+${code.toString(16)} is shown as it is`);
      }
      if (JSON.parse(json) !== text) throw new Error(`U+${code.toString(16)} is lost in JSON`);
    }
  },
};

const recordPieces = [
  ...strange,
  '\u001b[2J',
  '\u001b]0;title\u0007',
  '\u009b31m',
  'a',
  '\t',
  '"',
  ',',
  '|',
];

const screens: Fuzzer = {
  name: 'records of a hostile service on a terminal: nothing that it obeys',
  cases: 2_000,
  play: async (count, seed) => {
    const draw = createDraw(seed);
    const folder = createFolder();
    const env = { NO_COLOR: '1', COSTCTL_WORKSPACE: 'wsp_main' };
    try {
      for (let played = 0; played < count; played += 1) {
        const text = () => draw.text(recordPieces, 6);
        const filter = {
          // An empty id is not accepted.
          id: `flt_${text()}`,
          title: text(),
          filter: text(),
          isDefault: draw.pick([true, false]),
          [text()]: text(),
        };
        const path = '/v1/saved-filters/flt_x?workspaceId=wsp_main';
        const service = scriptService({ path, answer: filter });
        const line = ['-q', 'filters', 'get', 'flt_x', '-o', draw.pick(textFormats)];
        const { exitCode, stdout, stderr } = await run(line, {
          folder,
          env,
          service,
          terminal: 80,
        });
        const shown = firstObeyed(stdout + stderr, '\n\t');
        if (exitCode !== 0 || shown !== undefined) {
          throw new Error(
            `${line.join(' ')}: exit ${exitCode}, ${shown}: ${JSON.stringify(filter)}`,
          );
        }
      }
    } finally {
      removeFolder(folder);
    }
  },
};

export const terminalFuzzers: readonly Fuzzer[] = [everyCharacter, screens];
