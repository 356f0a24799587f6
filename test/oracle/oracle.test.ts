import { expect, onTestFinished, test } from 'vitest';
import { openDuckdb } from '../helpers/duckdb.ts';
import { needs } from '../helpers/needs.ts';
import { runs, seed } from '../helpers/runs.ts';
import { ask, type Source } from './ask.ts';
import { changeQuestions } from './change-questions.ts';
import { inDollars } from './in-dollars.ts';
import { macros, questions as otherQuestions } from './questions.ts';
import { createRandom } from './random.ts';
import { openScripts } from './scripts.ts';
import { verdictQuestions } from './verdict-questions.ts';
import { createWorld, type World } from './world.ts';

/** `npm run oracle` asks more. */
const questions = Number(process.env['COSTCTL_ORACLE'] ?? runs(70));
const questionsPerWorld = 35;
/** Which of how many processes this is: worlds are dealt to them in turn. */
const [part = 0, parts = 1] = (process.env['COSTCTL_ORACLE_PART'] ?? '0/1').split('/').map(Number);
const mostShown = 6;

const sources: readonly [Source, ...Source[]] = ['service', 'mirror', 'files'];
const all = [...changeQuestions, ...verdictQuestions, ...otherQuestions] as const;

needs('@duckdb/node-api', 'python3');

test(
  `${questions} random questions get the same answers as from DuckDB, from seed ${seed}`,
  async () => {
    const database = await openDuckdb();
    const scripts = openScripts();
    onTestFinished(scripts.close);
    await database.run(macros);
    let world: World | undefined;
    const differences: unknown[] = [];
    const counts = new Map<string, number>();
    for (let number = 0; number < questions; number += 1) {
      if (Math.floor(number / questionsPerWorld) % parts !== part) continue;
      if (world === undefined || number % questionsPerWorld === 0) {
        world = await createWorld(createRandom(seed + number), database);
      }
      const random = createRandom(seed * 31 + number);
      const drawn = random.pick(all)(random);
      const question = random.chance(0.5) ? drawn : inDollars(drawn, random);
      // A mirror knows no other day than its own.
      const source = question.at === undefined ? random.pick(sources) : 'service';
      const name = `question ${number} of seed ${seed}, ${source}: costs ${question.words.join(' ')}`;
      const answers = await ask(question, world, database, source, scripts).catch((error) => {
        throw new Error(name, { cause: error });
      });
      const action = answers === undefined ? 'without an answer' : (question.words[0] ?? '');
      if (answers !== undefined) {
        const { program, oracle, areSame } = answers;
        const wrong = program.filter((row) => !oracle.some((other) => areSame(row, other)));
        const missing = oracle.filter((row) => !program.some((other) => areSame(other, row)));
        if (program.length !== oracle.length || wrong.length > 0) {
          differences.push({ name, wrong: wrong.slice(0, 4), missing: missing.slice(0, 4) });
        }
      }
      if (differences.length >= mostShown) break;
      counts.set(action, (counts.get(action) ?? 0) + 1);
    }
    expect(differences).toEqual([]);
    console.log(
      `seed ${seed}: ${[...counts].map(([action, count]) => `${action} ${count}`).join(', ')}`,
    );
  },
  60 * 60_000,
);
