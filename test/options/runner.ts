import { configureGlobal, readConfigureGlobal } from 'fast-check';
import { inject, type RunnerTestCase, TestRunner } from 'vitest';
import { currentPlay, noteStatus } from './lose.ts';
import type { Loss } from './losses.ts';
import { refusals } from './stated.ts';

declare module 'vitest' {
  interface ProvidedContext {
    losses: readonly Loss[];
    /** Milliseconds: what takes longer is not run for each loss. */
    patience: number;
  }
  interface TaskMeta {
    /** What the test came by, and what it made of it. */
    losses?: readonly Finding[];
  }
}

export interface Finding {
  readonly title: string;
  readonly outcome: 'noticed' | 'refused' | 'passed' | 'too slow' | 'not repeatable';
  /** Why it failed. */
  readonly reason?: string;
}

/**
 * Runs each test as it is, and then once more for each option that it gives, with that option lost,
 * until some test has noticed. A test that cannot be run twice shows nothing.
 */
export default class LosingRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const play = currentPlay();
    if (play.losses.length === 0) play.losses = inject('losses');
    // A loss is noticed by the first failure: there is no need of the smallest one.
    configureGlobal({ ...readConfigureGlobal(), endOnFailure: true });
    play.met.clear();
    const before = process.cpuUsage();
    await runOnce(test);
    const { user, system } = process.cpuUsage(before);
    const isSlow = (user + system) / 1000 > inject('patience');
    // What was called without a run around it.
    noteStatus(0);
    const met = [...play.met].filter(([{ title }]) => !play.noticed.has(title));
    const findings: Finding[] = [];
    for (const [loss, isUseful] of met) {
      const finding = isSlow
        ? ({ title: loss.title, outcome: 'too slow' } as const)
        : await this.#lose(test, loss, isUseful);
      findings.push(finding);
      if (finding.outcome === 'noticed') play.noticed.add(loss.title);
      if (finding.outcome === 'not repeatable') break;
    }
    test.meta.losses = findings;
  }

  async #lose(test: RunnerTestCase, loss: Loss, isUseful: boolean): Promise<Finding> {
    const { title } = loss;
    const play = currentPlay();
    play.active = loss;
    play.isRefused = false;
    const failure = await this.#findFailure(test);
    const { isRefused } = play;
    play.active = undefined;
    if (failure === undefined) return { title, outcome: 'passed' };
    // What fails because it runs again would notice anything.
    if ((await this.#findFailure(test)) !== undefined) return { title, outcome: 'not repeatable' };
    // Of what is needed, that it is missing is told: it shows nothing of what it does.
    const isEffect = loss.change.kind === 'word' || refusals.includes(title);
    const isChance = !isEffect && (!isUseful || isRefused);
    return {
      title,
      outcome: isChance ? 'refused' : 'noticed',
      reason: String(failure).split('\n')[0] ?? '',
    };
  }

  async #findFailure(test: RunnerTestCase): Promise<unknown> {
    try {
      this.onBeforeTryTask(test);
      await runOnce(test);
      noteStatus(0);
      return undefined;
    } catch (error) {
      return error;
    }
  }
}

async function runOnce(test: RunnerTestCase): Promise<void> {
  currentPlay().now.clear();
  await TestRunner.getTestFn(test)?.();
}
