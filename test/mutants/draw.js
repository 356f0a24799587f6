import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/** What to run, set by run.js: so many at random, or only these. And how many there were. */
export const draw = { size: Infinity, seed: '', only: undefined, all: 0, drawn: 0 };

/** Stryker runs what is in its plan after the reporters have seen it; run.js checks that it did. */
class DrawReporter {
  onMutationTestingPlanReady({ mutantPlans }) {
    // All others are static.
    const plans = mutantPlans.filter(({ plan }) => plan === 'Run');
    const drawn = draw.only === undefined ? drawSome(plans) : plans.filter(isWanted);
    if (draw.only === undefined) Object.assign(draw, { all: plans.length, drawn: drawn.length });
    mutantPlans.splice(0, mutantPlans.length, ...drawn);
    this.left = drawn.length;
  }

  /** A run that is ended early has said what it found. */
  onMutantTested({ status, fileName, location, mutatorName, replacement }) {
    this.left -= 1;
    if (status === 'Killed' && this.left % 20 !== 0) return;
    const { line, column } = location.start;
    const place = `${relative('.', fileName)}:${line}:${column}`;
    console.error(`${this.left} left; ${status}: ${place} ${mutatorName} → ${replacement}`);
  }
}

function isWanted({ mutant }) {
  return draw.only.has(mutant.id);
}

function drawSome(plans) {
  const rank = ({ mutant }) =>
    createHash('sha256').update(`${draw.seed} ${mutant.id}`).digest('hex');
  const ranks = new Map(plans.map((plan) => [plan, rank(plan)]));
  return plans.sort((a, b) => (ranks.get(a) < ranks.get(b) ? -1 : 1)).slice(0, draw.size);
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'draw', injectableClass: DrawReporter }];
