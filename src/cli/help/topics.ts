import { describeFormats, endingsOf, formats } from '../../formats/registry.ts';

/** What applies to every command: shown by `costctl help NAME` and in the manual. */
export interface Topic {
  readonly name: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly page?: string;
}

export type Block =
  | string
  | { readonly rows: readonly (readonly [term: string, text: string])[] }
  | { readonly examples: readonly string[] };

const environmentTopic: Topic = {
  name: 'environment',
  title: 'Variables, and which setting takes precedence',
  blocks: [
    'A setting comes from its option; without one, from its variable, then from the profile, then it has its default. costctl profiles show lists each setting and its source.',
    {
      rows: [
        ['COSTCTL_PROFILE', 'the profile, as --profile'],
        ['COSTCTL_BASE_URL', 'the address of the service, as --base-url'],
        ['COSTCTL_TOKEN', 'the token; no option takes one, since an argument list is public'],
        ['COSTCTL_TOKEN_FILE', 'a file whose first line is the token'],
        ['COSTCTL_WORKSPACE', 'the workspace, as --workspace'],
        ['COSTCTL_OUTPUT', 'the format of results, as --output'],
        ['COSTCTL_MAX_WAIT', 'longest wait for the rate limit in seconds, as --max-wait'],
        ['COSTCTL_TIMEOUT', 'time limit of one request in seconds, as --timeout'],
        ['COSTCTL_RETRIES', 'retries of a failed request, as --retries'],
        ['COSTCTL_CONCURRENCY', 'parallel requests, as --concurrency'],
        ['COSTCTL_CONVERT_TO', 'the currency of cost questions, as --convert-to'],
        ['COSTCTL_CONFIG_DIR', 'the folder for profiles, imported documents and sandbox state'],
        ['COSTCTL_DEBUG=1', 'a line for each request and response, as --debug'],
        ['COSTCTL_JOURNAL=off', 'store no earlier states for costctl undo'],
        ['COSTCTL_NO_CODE_CACHE=1', 'store no compiled code for faster starts'],
        ['COSTCTL_NO_INPUT=1', 'never prompt, as --no-input'],
        ['COSTCTL_WRITE_BELOW', 'the only folder below which options may name a file to write'],
        ['COSTCTL_ALLOW_HTTP=1', 'allow http:// for hosts that are not loopback'],
        ['NO_COLOR, FORCE_COLOR', 'no colours, or colours even if stdout is not a terminal'],
        ['HTTPS_PROXY, HTTP_PROXY', 'the proxy; never for a loopback host'],
        ['NO_PROXY', 'hosts to reach without the proxy'],
        ['NODE_EXTRA_CA_CERTS', 'a file with more certificates to trust'],
        ['VISUAL, EDITOR', 'the editor of costctl workspaces edit'],
        ['XDG_CONFIG_HOME', 'the parent of the configuration folder, on Linux and macOS'],
        [
          'XDG_STATE_HOME',
          'the parent of the folder with changes to undo and the learned rate limit',
        ],
        ['XDG_CACHE_HOME', 'the parent of the folder with compiled code and names for completion'],
      ],
    },
    'An empty variable counts as unset. --profile selects exactly that profile: COSTCTL_TOKEN, COSTCTL_BASE_URL and COSTCTL_WORKSPACE are then ignored. A token is sent only to the address that was set for it: a token of a profile to the address of that profile, a token of a variable to COSTCTL_BASE_URL. A --base-url of another origin is refused.',
    { examples: ['COSTCTL_OUTPUT=json costctl workspaces list', 'costctl profiles show'] },
  ],
};

export const exitCodesTopic: Topic = {
  name: 'exit-codes',
  title: 'What the exit status says',
  blocks: [
    {
      rows: [
        ['0', 'done'],
        [
          '1',
          'server_error: the service failed, after the retries; unexpected_response: a response that violates the contract; file: a local file that cannot be read or written; internal: a defect in this program',
        ],
        [
          '2',
          'usage: wrong options or arguments; invalid_request: a value that the service rejected; cancelled: a prompt answered no',
        ],
        [
          '3',
          'unauthenticated: the token was rejected; not_configured: no token or no base address, or a token command that failed',
        ],
        ['4', 'forbidden: the token may not do this'],
        ['5', 'not_found'],
        ['6', 'conflict: it already exists, or was changed meanwhile'],
        ['7', 'rate_limited: the wait would be longer than --max-wait'],
        ['8', 'network: no connection, a TLS failure, a timeout, a lost connection'],
        [
          '9',
          'incomplete: part was done and part was not, or data is missing; the message says how to continue',
        ],
        ['10', 'invalid_data: an input file has rows that cannot be used; nothing was sent'],
        ['11', 'check_failed: a requested check failed'],
        [
          '129, 130, 143',
          'interrupted: ended by SIGHUP, SIGINT or SIGTERM; temporary files are gone, files that a run can resume from remain',
        ],
      ],
    },
    'With -o json or -o ndjson the last line of stderr is one JSON object: {"error":{"code","message","hint","status","method","path","problem"}}, whose code is one of the names above. Otherwise the error is text: what happened, the message of the service, and a hint.',
    { examples: ["costctl workspaces list -o json >workspaces.json || echo 'exit status' $?"] },
  ],
};

const endings = [...endingsOf(formats).keys()].map((ending) => `.${ending}`).join(', ');

const outputTopic: Topic = {
  name: 'output',
  title: 'Formats, files and columns',
  blocks: [
    'stdout carries the result and nothing else. Notes, progress, prompts and errors go to stderr.',
    { rows: describeFormats() },
    'Numbers keep the digits that the service sent, in every format. Tables and Markdown, wherever they go, round amounts to the decimals of their currency; --exact shows all digits there too. A list reads every page: --max N stops after N items, --page N reads one page, --limit N sets its size.',
    {
      rows: [
        ['-O, --out-file PATH', 'write to a file, replaced when complete; .gz compresses'],
        ['--columns a,b.c', 'select and order columns; b.c is the field c of b'],
        ['--query EXPRESSION', 'JMESPath on the whole result: costctl help query'],
        ['-r, --raw', 'print a string, or a list of strings, without quotes'],
        ['--no-header', 'no header row in csv and tsv'],
        ['--spreadsheet-safe', "prefix formulas with '"],
        ["--delimiter ';'", 'separate csv cells by another character'],
        ['--decimal-comma', 'write numbers in csv as 1234,56'],
        ['--bom', 'begin csv with a byte order mark, for Excel'],
        ['--exact', 'all digits in table and markdown'],
      ],
    },
    'With --quiet there are no notes, and a check that passes prints nothing; a file given with -O is still written.',
    `Without -o the extension of PATH selects the format: ${endings}; .gz may follow any of them except .xlsx. Some actions know more, such as .parquet, .html or .svg; any other extension needs -o.`,
    {
      examples: [
        'costctl workspaces list -o csv --columns id,name',
        'costctl providers list -O providers.csv.gz',
        'costctl users list -o markdown',
        'costctl costs summary --last-month --by service -O summary.xlsx',
        "costctl rates list -o csv --delimiter ';' --decimal-comma --bom",
      ],
    },
  ],
};

const queryTopic: Topic = {
  name: 'query',
  title: 'Select parts of a result with JMESPath',
  blocks: [
    '--query applies an expression to the whole result before it is written. The language is described at jmespath.org. Quote the expression for your shell.',
    {
      rows: [
        ['[].id', 'one field of every item'],
        ['[0]', 'the first item'],
        ["[?status=='active'].email", 'items that match'],
        ['[].{id: id, name: name}', 'other names, other fields'],
        ['length(@)', 'how many'],
        ['sort_by(@, &name)[-1].id', 'the last by name'],
        ["[?contains(name, 'eu')]", 'items whose name contains a text'],
      ],
    },
    'Numbers that an expression only selects keep all their digits. Comparing or calculating with a number of more than about 16 digits is refused with exit status 2. With -r a string is printed without quotes, and a list of strings one per line.',
    {
      examples: [
        "costctl workspaces list --query '[].id' -r",
        'costctl users list --query "[?role==\'owner\'].email" -r',
        "costctl providers list --query 'length(@)'",
      ],
    },
  ],
};

const conditionsTopic: Topic = {
  name: 'conditions',
  title: 'Keep rows with --where',
  blocks: [
    'A row must meet all conditions. tags.team is the tag team.',
    {
      rows: [
        ['COL=VALUE, COL!=VALUE', 'is exactly this text, or is not'],
        ['COL>N, >=, <, <=', 'numbers and days, compared exactly'],
        ['COL~TEXT, COL!~TEXT', 'contains the text, or does not; case is ignored'],
        ['COL in A,B,"C,D"', 'one of the values'],
        ['COL=, COL!=', 'has no value (null, missing or blank), or has one'],
      ],
    },
    'Put a name or value with special characters in double quotes; write "" for a quote inside them. A row without a value meets COL!=VALUE, COL!~TEXT and COL=, and no other condition. A list or an object with nothing in it is no value. Currencies are compared in capital letters, without spaces around them.',
    {
      rows: [
        ['team!=web', 'keeps rows of other teams and rows without a team'],
        ['team!=web with team!=', 'keeps rows of other teams only'],
        ['cost<5', 'leaves out rows without a cost'],
      ],
    },
    {
      examples: [
        "costctl costs summary --last 7d --where 'cost>20' --where 'region~eu'",
        "costctl costs summary --last 7d --where 'tags.team='",
      ],
    },
  ],
};

/** A page of the documents. Some topics have another name than their page, because a group has that name. */
function page(name: string, title: string, file = name): Topic {
  return { name, title, blocks: [], page: `docs/${file}.md` };
}

const pages: readonly Topic[] = [
  page('start', 'Install, the sandbox, connect'),
  page('questions', 'Questions about costs', 'costs'),
  page('imports', 'Business metrics and their values', 'metrics'),
  page('decisions', 'Checks, budgets, allocation, outlook, anomalies, coverage'),
  page('outlook-method', 'How an outlook is made'),
  page('month-end', 'Report, close, verify'),
  page('mirror', 'A local table for SQL and other engines'),
  page('focus', 'FOCUS, the open format of cost data'),
  page('pipelines', 'Pipelines and scripts'),
  page('settings-as-code', 'Pull, plan and apply settings'),
  page('integrations', 'Schema, MCP, completions, imported operations'),
  page('reference', 'Settings, profiles, output, exit codes, undo'),
  page('trust', 'Promises, limits, speed'),
  page('glossary', 'Each word in one line'),
];

const pagesTopic: Topic = {
  name: 'pages',
  title: 'The pages of the documents',
  blocks: [
    { rows: pages.map(({ name, title }) => [name, title]) },
    { examples: ['costctl help start', 'costctl help glossary'] },
  ],
};

export const topics: readonly Topic[] = [
  exitCodesTopic,
  environmentTopic,
  outputTopic,
  queryTopic,
  conditionsTopic,
  pagesTopic,
  ...pages,
];
