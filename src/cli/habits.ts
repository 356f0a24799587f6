/** What users of gh, aws and stripe type out of habit, and its equivalent here. */
const options: Readonly<Record<string, string>> = {
  '--json': 'write -o json',
  '--yaml': 'write -o yaml',
  '--csv': 'write -o csv',
  '--format': 'write -o FORMAT, such as -o json',
  '--jq': "write --query with a JMESPath expression, such as --query '[].id'",
  '--token': 'set COSTCTL_TOKEN, or store a token: costctl profiles add NAME --token-stdin',
  '--api-key': 'set COSTCTL_TOKEN, or store a token: costctl profiles add NAME --token-stdin',
  '--verbose': 'write --debug',
  '--force': 'write --yes',
  '--output-file': 'write -O FILE',
};

const words: Readonly<Record<string, string>> = {
  version: 'costctl --version',
  login: 'costctl profiles add NAME --base-url URL stores an address and a token',
  auth: 'costctl profiles add NAME --base-url URL stores an address and a token; costctl whoami shows the one in use',
  configure: 'costctl profiles add NAME --base-url URL stores an address and a token',
  logout: 'costctl profiles remove NAME removes a stored token',
  status: 'costctl doctor checks the set-up; costctl providers status shows the syncs',
  me: 'costctl whoami',
  'profiles unset': 'costctl profiles set NAME key= clears a setting',
  'profiles get': 'costctl profiles show NAME',
  'profiles delete': 'costctl profiles remove NAME',
  'profiles create': 'costctl profiles add NAME',
  'profiles switch': 'costctl profiles use NAME',
  'config get': 'costctl profiles show shows each setting and its source',
  'config set': 'costctl profiles set NAME key=value',
  'config list': 'costctl profiles show shows each setting and its source',
  'config show': 'costctl profiles show shows each setting and its source',
};

export function habitOfOption(option: string): string | undefined {
  return find(options, option);
}

/** `lost` is a word that is not a command of the group at `path`. */
export function habitOfWords(path: string, lost: string): string | undefined {
  return find(words, `${path} ${lost}`.trim());
}

function find(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
