import { flag, type Input, under } from '../../declaration/option.ts';
import { periodOptions } from '../../declaration/shared.ts';
import { conversionOptions } from './conversion.ts';
import { readOptions } from './options.ts';
import { type gateOptions, presenceOptions } from './presence.ts';

/** What every action that adds up rows takes, besides the days: rows, columns, one currency. */
export const answerOptions = {
  ...readOptions,
  ...conversionOptions,
  ...presenceOptions,
  ...under('Answer:', {
    envelope: flag('json and yaml: also say what the figures are: {"about": …, "data": […]}'),
  }),
};

export const analysisOptions = { ...periodOptions, ...answerOptions };

export type AnalysisInput = Input<typeof analysisOptions> & Partial<Input<typeof gateOptions>>;
