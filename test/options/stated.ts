// What help texts say beside the names of options: values that they may have, and what holds where
// they are not given. A test holds that the help still says so.

/** A command and its option: the values that its help names. */
export const choices: Readonly<Record<string, readonly string[]>> = {
  'providers update --clear': [
    'description',
    'external-id',
    'credentials',
    'settings',
    'sync-every',
  ],
  'metrics import --format': ['csv', 'tsv', 'json', 'ndjson'],
  'metrics diff --format': ['csv', 'tsv', 'json', 'ndjson'],
  'metrics import --duplicates': ['first', 'last', 'sum'],
  'metrics diff --duplicates': ['first', 'last', 'sum'],
  'users list --role': ['viewer', 'editor', 'integrationOwner', 'owner'],
  'users invite --role': ['viewer', 'editor', 'integrationOwner', 'owner'],
  'costs export --partition-by': ['month', 'day'],
  'costs summary --granularity': ['day', 'week', 'month'],
  'costs chart --granularity': ['day', 'week', 'month'],
  'costs compare --against': ['previous', 'last-week', 'last-month', 'last-year'],
  'costs check --against': ['previous', 'last-week', 'last-month', 'last-year'],
  'costs compare --sort': ['after', 'before', 'change', 'name'],
};

/** A command and its option: what else could hold where the option is not given. */
export const defaults: Readonly<Record<string, string | number>> = {
  'providers sync --wait-timeout': '3601',
  'metrics import --batch-size': '1001',
  'rates get --date': '2001-02-03',
  'rates convert --date': '2001-02-03',
  'rates list --date': '2001-02-03',
  'costs compare --against': 'last-year',
  'costs check --against': 'last-year',
  'costs compare --sort': 'name',
  'costs chart --granularity': 'month',
  'costs unit --digits': '7',
  'sandbox serve --port': '1',
  'sandbox serve --host': '::1',
  'sandbox serve --seed': '2',
  'sandbox serve --state': 'other.jsonl',
};

/** A global option: its values. */
export const globalChoices: Readonly<Record<string, readonly string[]>> = {
  '--output': ['table', 'json', 'ndjson', 'csv', 'tsv', 'yaml', 'markdown'],
};

export const globalDefaults: Readonly<Record<string, string | number>> = {
  '--output': 'json',
  '--max-wait': 299,
  '--timeout': 61,
  '--retries': 5,
  '--concurrency': 5,
};

/**
 * A group and an option that its commands cannot be without: what they are given instead; where that is
 * nothing, a value near the one that was given.
 */
export const needed: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'costs --from': {},
  'costs --to': {},
  'costs --last': {},
  'costs --month': {},
  'costs --last-month': { monthToDate: true },
  'costs --month-to-date': { lastMonth: true },
  'costs --max-total': { maxTotal: '999999999999' },
  'costs --max-increase': { maxIncrease: '999999999' },
  'providers --key': { key: 'datadog-eu' },
  'providers --credential': { credential: ['apiKey=other', 'applicationKey=other'] },
  'providers --credentials': { credential: ['apiKey=other', 'applicationKey=other'] },
  'providers --all': { providers: ['prv_other'] },
  'users --email': {},
  'users --role': { role: 'owner' },
  'users --from': {},
  'metrics --label': {},
  'profiles --token-stdin': { tokenCommand: 'other' },
  'profiles --token-file': { tokenCommand: 'other' },
  'profiles --token-command': {},
  'api --show': { forget: true },
  'api --forget': { show: true },
};

/** What they do is to refuse, or to let pass what is refused else. */
export const refusals: readonly string[] = [
  '--no-input',
  'COSTCTL_NO_INPUT',
  'COSTCTL_ALLOW_HTTP',
  'EDITOR',
  'costs export --query',
  'costs export --raw',
];

/** What no command shows that runs in the process of its test: the file of the test that shows it. */
export const elsewhere: Readonly<Record<string, string>> = {
  '--timeout left out': 'test/settings/resolve.test.ts',
  NO_PROXY: 'test/http/proxy.test.ts',
  NODE_EXTRA_CA_CERTS: 'test/e2e/certificates.test.ts',
};
