// The kill matrix: `npm run kills`, or with other than 50 instants a command, `npm run kills -- 10`,
// another seed, `npm run kills -- 50 7`, and only the stages with some words: `npm run kills -- 50 1 mirror`.
import { createTally, eachOf } from '../helpers/tally.ts';
import { drawKills, measure, nameOf, playKill } from './matrix.ts';
import { canMount, mountedPlaces } from './mounted-places.ts';
import { places } from './places.ts';
import { stages } from './stages.ts';

const count = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? 1);
const words = process.argv[4] ?? '';
const atOnce = 2;
const tally = createTally(44);

console.log(`seed ${seed}`);
const kills = drawKills(count, seed);
for (const [name, open] of Object.entries(stages).filter(([name]) => name.includes(words))) {
  const stage = await open();
  const whole = await measure(stage);
  await eachOf(
    kills.filter((kill) => kill.stage === name),
    atOnce,
    async (kill) => {
      tally.note(`${name}, ${kill.signal}`, nameOf(kill), await playKill(kill, stage, whole));
    },
  );
  await stage.close();
}

const mounts = canMount();
for (const place of words === '' ? [...places, ...(mounts ? mountedPlaces : [])] : []) {
  tally.note(place.name, place.name, await place.play());
}
const notPlayed =
  mounts || words !== ''
    ? []
    : mountedPlaces.map(({ name }) => `${name} (this user may not mount)`);
const failed = tally.print('what, how', notPlayed);
console.log(`kills: ${count} instants a command, of seed ${seed}: ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
