// The kill matrix: `npm run kills`, or with other than 50 instants a command, `npm run kills -- 10`,
// and another seed, `npm run kills -- 50 7`.
import { drawKills, measure, nameOf, playKill } from './matrix.ts';
import { canMount, mountedPlaces, places } from './places.ts';
import { type Stage, stages } from './scenes.ts';

const count = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? 1);
const atOnce = 2;

interface Line {
  held: number;
  readonly failed: string[];
}
const table = new Map<string, Line>();
const note = (row: string, name: string, problems: readonly string[]) => {
  const line = table.get(row) ?? { held: 0, failed: [] };
  table.set(row, line);
  if (problems.length === 0) line.held += 1;
  else line.failed.push(`${name}: ${problems.join('; ')}`);
};

const kills = drawKills(count, seed);
for (const [name, open] of Object.entries(stages)) {
  const stage: Stage = await open();
  const whole = await measure(stage);
  const waiting = kills.filter((kill) => kill.stage === name).values();
  const work = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      const kill = next.value;
      note(`${kill.stage}, ${kill.signal}`, nameOf(kill), await playKill(kill, stage, whole));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await stage.close();
}

const mounts = canMount();
for (const place of [...places, ...(mounts ? mountedPlaces : [])]) {
  note(place.name, place.name, await place.play());
}

const print = (name: string, numbers: readonly (number | string)[]) =>
  console.log(name.padEnd(44) + numbers.map((number) => String(number).padStart(8)).join(''));
print('what, how', ['cases', 'held', 'failed']);
for (const [row, { held, failed }] of table) {
  print(row, [held + failed.length, held, failed.length]);
}
if (!mounts) {
  for (const { name } of mountedPlaces) print(name, ['not run: this user may not mount']);
}
const failures = [...table.values()].flatMap(({ failed }) => failed);
const held = [...table.values()].reduce((all, line) => all + line.held, 0);
print('all', [held + failures.length, held, failures.length]);
for (const failure of failures) console.log(`\nfailed: ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;
