import { configureGlobal } from 'fast-check';
import { seed } from './helpers/runs.ts';

/**
 * The same cases in every run, so that a change is what fails a test and not the draw: new cases are
 * drawn by the long fuzz, and here by `SEED=$RANDOM npm test`.
 */
configureGlobal({ seed });
