// The fault matrix: `npm run faults`, a share of it, drawn by a seed: `npm run faults -- 0.1 7`, the cases whose
// names contain some words: `npm run faults -- 1 7 'Retry-After'`, or one of the two ways to the service:
// `npm run faults -- 1 7 '' proxy`. Each fault is met by one started program on each way, which the seed chooses;
// for the other commands the same built program runs without a process of its own. Two processes share the cases.
import { fork } from 'node:child_process';
import { createTally, eachOf } from '../helpers/tally.ts';
import { answerFaults } from './answer-faults.ts';
import { bodyFaults } from './body-faults.ts';
import { type Case, casesOf, nameOf, reaches, sample } from './cases.ts';
import { connectionFaults } from './connection-faults.ts';
import { play } from './matrix.ts';
import { openStranger } from './proxy.ts';
import { closeSharedService, type Form, type Way } from './setup.ts';
import { playTls } from './tls.ts';

const share = Number(process.argv[2] ?? 1);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const words = process.argv[4] ?? '';
const ways = (['direct', 'proxy'] as const).filter((way) => way === (process.argv[5] || way));
const helpers = 2;
/** Most of them wait. */
const atOnce = 12;

interface Played {
  readonly row: string;
  readonly name: string;
  readonly problems: readonly string[];
}

if (process.send === undefined) await lead();
else await help(Number(process.argv[6]), process.send.bind(process));

async function lead(): Promise<void> {
  console.log(`seed ${seed}`);
  const tally = createTally(34);
  let played = 0;
  const own = [String(share), String(seed), words, process.argv[5] ?? ''];
  const statuses = await Promise.all(
    Array.from({ length: helpers }, (_, place) => {
      const helper = fork(process.argv[1] ?? '', [...own, String(place)]);
      helper.on('message', ({ row, name, problems }: Played) => {
        tally.note(row, name, problems);
        played += 1;
        if (played % 500 === 0) console.error(`${played} played`);
      });
      return new Promise<number | null>((done) => helper.once('close', done));
    }),
  );
  const failed = tally.print('command, point of the fault');
  const isWhole = statuses.every((status) => status === 0);
  console.log(
    `faults: ${played} cases of seed ${seed}, ${failed} failed${isWhole ? '' : ', not all played'}`,
  );
  process.exitCode = failed === 0 && isWhole ? 0 : 1;
}

/** Plays every second case. */
async function help(place: number, send: (played: Played) => void): Promise<void> {
  const running = new Set<string>();
  const report = (error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    send({ row: 'not caught', name: [...running].join(' | '), problems: [text] });
  };
  process.on('uncaughtException', report);
  process.on('unhandledRejection', report);
  const stranger = await openStranger();
  const cases = drawCases(stranger.url).filter((_case, at) => at % helpers === place);
  await eachOf(cases, atOnce, async ({ one, way, form }) => {
    const name = way === 'proxy' ? `${nameOf(one)}, through a proxy` : nameOf(one);
    running.add(name);
    const problems = await play(one, stranger, way, form).catch((error) => [String(error)]);
    running.delete(name);
    send({ row: `${one.struck.kind}, ${one.fault.point}`, name, problems });
  });
  if (place === 0) {
    for (const { kind, name, problems } of await playTls(words)) {
      send({ row: `${kind}, TLS`, name, problems });
    }
  }
  await stranger.close();
  await closeSharedService();
  process.disconnect();
}

function drawCases(stranger: string): { one: Case; way: Way; form: Form }[] {
  const faults = [...connectionFaults, ...bodyFaults, ...answerFaults(stranger)];
  const all = casesOf(faults).filter((one) => nameOf(one).includes(words));
  const drawn = sample(all, Math.ceil(all.length * share), seed);
  return ways.flatMap((way) => {
    const met = new Set<string>();
    return drawn
      .filter(({ fault }) => reaches(fault, way))
      .map((one) => {
        const fault = `${one.fault.point} ${one.fault.name}`;
        const form = met.has(fault) ? 'here' : 'started';
        met.add(fault);
        return { one, way, form };
      });
  });
}
