// The fault matrix: `npm run faults`, or with a share of it, `npm run faults -- 0.1`, or with words
// that the names of its cases must have, `npm run faults -- 1 'Retry-After'`.
import { createTally, eachOf } from '../helpers/tally.ts';
import { answerFaults } from './answer-faults.ts';
import { bodyFaults } from './body-faults.ts';
import { casesOf, nameOf, sample } from './cases.ts';
import { connectionFaults } from './connection-faults.ts';
import { play } from './matrix.ts';
import { openStranger } from './proxy.ts';
import { playTls } from './tls.ts';

const share = Number(process.argv[2] ?? 1);
const words = process.argv[3] ?? '';
const atOnce = 4;

const stranger = await openStranger();
const faults = [...connectionFaults, ...bodyFaults, ...answerFaults(stranger.url)];
const all = casesOf(faults).filter((one) => nameOf(one).includes(words));
const cases = sample(all, Math.ceil(all.length * share), 1);
const tally = createTally(34);

let played = 0;
await eachOf(cases, atOnce, async (one) => {
  tally.note(`${one.struck.kind}, ${one.fault.point}`, nameOf(one), await play(one, stranger));
  played += 1;
  if (played % 100 === 0) console.error(`${played} of ${cases.length}`);
});
for (const { kind, name, problems } of await playTls(words)) {
  tally.note(`${kind}, TLS`, name, problems);
}
await stranger.close();

process.exitCode = tally.print('command, point of the fault') === 0 ? 0 : 1;
