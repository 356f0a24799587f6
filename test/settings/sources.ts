/** A profile that has every key. */
export const work = {
  baseUrl: 'https://work.example.com',
  token: 'tok_work_0123456789',
  workspace: 'wsp_work',
  output: 'yaml',
  maxWait: 10,
  timeout: '20',
  concurrency: 3,
  dateColumn: 'day',
  amountColumn: 'spend',
  currencyColumn: 'none',
};

export const other = { baseUrl: 'https://other.example.com' };

export const configuration = { current: 'work', profiles: { work, other } };

/** An environment that has every variable. */
export const everything = {
  COSTCTL_BASE_URL: 'https://env.example.com',
  COSTCTL_WORKSPACE: 'wsp_env',
  COSTCTL_OUTPUT: 'csv',
  COSTCTL_MAX_WAIT: '0',
  COSTCTL_TIMEOUT: '2.5',
  COSTCTL_RETRIES: '7',
  COSTCTL_CONCURRENCY: '16',
  COSTCTL_TOKEN: 'tok_env_0123456789',
};
