import { findIdProblem } from '../api/schemas/id-form.ts';
import type { ReportKey } from '../profiles/configuration.ts';
import { addressRow } from './choose-settings.ts';
import {
  type Form,
  formOfAbsolutePath,
  formOfConcurrency,
  formOfFormat,
  formOfJournal,
  formOfLocale,
  formOfMaxWait,
  formOfRateMethod,
  formOfRetries,
  formOfTarget,
  formOfText,
  formOfTimeout,
} from './forms.ts';

export const formOfWorkspace: Form<string> = (text) => {
  const problem = findIdProblem(text, 'wsp_');
  return problem === undefined ? { value: text } : { problem };
};

/** The sources of each setting, and the parser for its value. */
export const rows = {
  baseUrl: addressRow,
  workspace: {
    flag: { name: 'workspace', option: '--workspace' },
    variable: 'COSTCTL_WORKSPACE',
    key: 'workspace',
    personal: true,
    form: formOfWorkspace,
  },
  output: {
    flag: { name: 'output', option: '--output' },
    variable: 'COSTCTL_OUTPUT',
    key: 'output',
    form: formOfFormat,
  },
  maxWait: {
    flag: { name: 'maxWait', option: '--max-wait' },
    variable: 'COSTCTL_MAX_WAIT',
    key: 'maxWait',
    form: formOfMaxWait,
  },
  timeout: {
    flag: { name: 'timeout', option: '--timeout' },
    variable: 'COSTCTL_TIMEOUT',
    key: 'timeout',
    form: formOfTimeout,
  },
  retries: {
    flag: { name: 'retries', option: '--retries' },
    variable: 'COSTCTL_RETRIES',
    form: formOfRetries,
  },
  concurrency: {
    flag: { name: 'concurrency', option: '--concurrency' },
    variable: 'COSTCTL_CONCURRENCY',
    key: 'concurrency',
    form: formOfConcurrency,
  },
  convertTo: { variable: 'COSTCTL_CONVERT_TO', key: 'convertTo', form: formOfTarget },
  rateMethod: { key: 'rateMethod', form: formOfRateMethod },
  /** Whether the state before a change is stored, so that it can be undone. */
  journal: { variable: 'COSTCTL_JOURNAL', key: 'journal', form: formOfJournal },
} as const;

/** What a profile can say about every report: the defaults of the options of the same name. */
export const reportForms: Readonly<Record<ReportKey, Form<string>>> = {
  reportBy: formOfText,
  reportConvertTo: formOfTarget,
  reportBudgets: formOfAbsolutePath,
  reportRules: formOfAbsolutePath,
  reportAllocateBy: formOfText,
  reportMetric: formOfText,
  reportRequire: formOfText,
  reportTitle: formOfText,
  reportLogo: formOfAbsolutePath,
  reportLocale: formOfLocale,
};

export type ReportDefaults = Readonly<Partial<Record<ReportKey, string>>>;
