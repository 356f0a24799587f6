// The fault matrix: `npm run faults`, a share of it: `npm run faults -- 0.1`, the cases whose names
// contain some words: `npm run faults -- 1 'Retry-After'`, or one of the two ways to the service:
// `npm run faults -- 1 '' proxy`.
import { createTally, eachOf } from '../helpers/tally.ts';
import { answerFaults } from './answer-faults.ts';
import { bodyFaults } from './body-faults.ts';
import { casesOf, nameOf, reaches, sample } from './cases.ts';
import { connectionFaults } from './connection-faults.ts';
import { play } from './matrix.ts';
import { openStranger } from './proxy.ts';
import { playTls } from './tls.ts';

const share = Number(process.argv[2] ?? 1);
const words = process.argv[3] ?? '';
const ways = (['direct', 'proxy'] as const).filter((way) => way === (process.argv[4] ?? way));
const atOnce = 4;

const stranger = await openStranger();
const faults = [...connectionFaults, ...bodyFaults, ...answerFaults(stranger.url)];
const all = casesOf(faults).filter((one) => nameOf(one).includes(words));
const sampled = sample(all, Math.ceil(all.length * share), 1);
const cases = ways.flatMap((way) =>
  sampled.filter(({ fault }) => reaches(fault, way)).map((one) => ({ one, way })),
);
const tally = createTally(34);

let played = 0;
await eachOf(cases, atOnce, async ({ one, way }) => {
  const name = way === 'proxy' ? `${nameOf(one)}, through a proxy` : nameOf(one);
  const problems = await play(one, stranger, way);
  tally.note(`${one.struck.kind}, ${one.fault.point}`, name, problems);
  played += 1;
  if (played % 100 === 0) console.error(`${played} of ${cases.length}`);
});
for (const { kind, name, problems } of await playTls(words)) {
  tally.note(`${kind}, TLS`, name, problems);
}
await stranger.close();

process.exitCode = tally.print('command, point of the fault') === 0 ? 0 : 1;
