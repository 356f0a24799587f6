// Plays the tour of README on the embedded sandbox: each step's sentence, its commands, what they print.
// Everything happens in a folder of its own that is removed at the end.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = join(root, 'bin/costctl.js');
const folder = mkdtempSync(join(tmpdir(), 'costctl-demo-'));
const env = { ...process.env, COSTCTL_CONFIG_DIR: join(folder, 'config') };

try {
  for (const { sentence, lines } of steps()) {
    console.log(wrap(sentence));
    for (const line of lines) play(line);
    console.log('');
  }
  console.log(`Next: costctl --help; costctl help start, to connect to your organization;
      costctl costs mirror --help, for cost files of your own`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The paragraph before each screen of the tour, on one line, and the commands of the screen. */
function steps() {
  const [, tour = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('\n## A tour');
  const [section = ''] = tour.split('\n## ');
  return [...section.matchAll(/([^\n]+(?:\n[^\n]+)*)\n\n```text\n([\s\S]*?)```/g)].map(
    ([, sentence = '', block = '']) => ({
      sentence: sentence.replaceAll('\n', ' '),
      lines: [...block.matchAll(/^\$ (.*)/gm)].map(([, line = '']) => line),
    }),
  );
}

/** Wraps the text between words to the width of the window; a log has no window. */
function wrap(text) {
  const { columns = Number.POSITIVE_INFINITY } = process.stdout;
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart();
    if (longer.length > columns) lines.push(word);
    else lines.splice(-1, 1, longer);
  }
  return lines.join('\n');
}

function play(line) {
  console.log(`$ ${line}`);
  const [, text, path] = /^printf '(.*)' > (\S+)$/.exec(line) ?? [];
  if (path !== undefined) {
    writeFileSync(join(folder, path), text.replaceAll('\\n', '\n'));
    return;
  }
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
  const { status } = spawnSync(process.execPath, [program, ...words.slice(1), '--sandbox'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
}
