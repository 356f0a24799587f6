import { addressRow } from './address.ts';
import {
  formOfConcurrency,
  formOfFormat,
  formOfJournal,
  formOfMaxWait,
  formOfRetries,
  formOfTimeout,
} from './forms.ts';
import { formOfWorkspace } from './workspace.ts';

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
  /** Whether the state before a change is stored, so that it can be undone. */
  journal: { variable: 'COSTCTL_JOURNAL', key: 'journal', form: formOfJournal },
} as const;
