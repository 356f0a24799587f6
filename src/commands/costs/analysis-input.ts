import { flag, type Input, under } from '../../declaration/option.ts';
import { conversionOptions } from './conversion.ts';
import { costOptions } from './options.ts';
import { type gateOptions, presenceOptions } from './presence.ts';

/** What every action that adds up rows takes: days, rows, columns, one currency. */
export const analysisOptions = {
  ...costOptions,
  ...conversionOptions,
  ...presenceOptions,
  ...under('Answer:', {
    envelope: flag('json and yaml: also say what the figures are: {"about": …, "data": […]}'),
  }),
};

export type AnalysisInput = Input<typeof analysisOptions> & Partial<Input<typeof gateOptions>>;
