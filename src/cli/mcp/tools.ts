import type { JsonSchema } from '../../declaration/kind.ts';
import { periodNames } from '../../declaration/shared.ts';

/** A question that a model may ask, as a command of this program. */
export interface ToolPlan {
  readonly name: string;
  readonly title: string;
  /** Written for a reader who has nothing else: what it answers, and what to call before it. */
  readonly description: string;
  /** The words of the command, or one for each value of `kind`. */
  readonly words: string | Readonly<Record<string, string>>;
  /** The options of the command that the model may set, by key. */
  readonly options: readonly string[];
  readonly arguments?: readonly string[];
  readonly always?: readonly string[];
  readonly extra?: Readonly<Record<string, JsonSchema>>;
  readonly effect: 'reads' | 'writes a file' | 'changes the service';
  /** Whether the command writes a receipt of the rows it read. */
  readonly receipt?: boolean;
  /** The input that names the file to write. */
  readonly writes?: string;
  /** Whether that file is a plan, which can be applied by its hash. */
  readonly savesPlan?: boolean;
  readonly appliesPlan?: boolean;
}

const rows = ['where', 'convertTo', 'mirror'];

/** Inputs whose option is described for a reader of the help. */
export const descriptions: Readonly<Record<string, string>> = {
  where:
    'keep only rows that meet all conditions: COL=VALUE, COL!=VALUE, COL>N, COL>=N, COL<N, COL<=N, COL~TEXT (contains), COL!~TEXT, COL in A,B,"C,D", COL= (no value), COL!= (has one)',
  score: 'how unusual a day must be to be listed: its score (default 3.5)',
  file: 'settings file, or folder of such files',
};

const lists: Readonly<Record<string, string>> = {
  workspaces: 'workspaces list',
  providers: 'providers list',
  providerStatus: 'providers status',
  connections: 'workspaces providers list',
  metrics: 'metrics list',
  filters: 'filters list',
  users: 'users list',
  rates: 'rates list',
};

export const toolPlans: readonly ToolPlan[] = [
  {
    name: 'spend_summary',
    title: 'What did we spend?',
    description:
      'Adds up cloud cost for a period, in groups if by is given. Amounts are exact decimals as text, one total for each currency. Give one period: month such as 2026-10, last such as 7d, or from and to. Call cost_columns first to learn the names for by and where.',
    words: 'costs summary',
    options: [...periodNames, 'by', 'top', 'granularity', ...rows],
    effect: 'reads',
    receipt: true,
  },
  {
    name: 'spend_explain',
    title: 'What changed, and why?',
    description:
      'Explains the change of a period against an earlier one. The first row has the answer in sentences; then come the causes (new, gone, credits, one-off day, exchange rate, usage, price, other), which add up to the change exactly, and a tree of the groups that hold most of it. Each row has the command that shows its rows. Without by, a service, an account and a tag column are used.',
    words: 'costs explain',
    options: [...periodNames, 'includeToday', 'by', 'against', 'depth', 'top', ...rows],
    effect: 'reads',
    receipt: true,
  },
  {
    name: 'unit_cost',
    title: 'What does one unit cost?',
    description:
      'Divides cost by a business metric, such as orders: one row for each day and one for the whole period. Days without a value are shown as such. Find the id of the metric with list_records.',
    words: 'costs unit',
    options: [...periodNames, 'metric', 'by', 'digits', ...rows],
    effect: 'reads',
    receipt: true,
  },
  {
    name: 'spend_anomalies',
    title: 'Is anything off?',
    description:
      'Lists days whose cost deviates from the same weekdays before them, for each group of by, with the expected amount and a score. Groups with under 28 days of history are unknown, never normal.',
    words: 'costs anomalies',
    options: [...periodNames, 'by', 'score', 'minImpact', 'includeUnsettled', ...rows],
    effect: 'reads',
  },
  {
    name: 'spend_outlook',
    title: 'What will this month cost?',
    description:
      'Projects the total of a month: actual so far, expected, low and high, the method, and how often the interval was right in a replay over the past.',
    words: 'costs outlook',
    options: ['month', 'by', 'level', ...rows],
    effect: 'reads',
  },
  {
    name: 'cost_columns',
    title: 'Which columns do cost rows have?',
    description:
      'Lists the columns of the cost rows of a period with their kind, how many rows have them, how many values they have, and an example. Use the names for by and where.',
    words: 'costs columns',
    options: [...periodNames, 'where', 'mirror'],
    effect: 'reads',
  },
  {
    name: 'list_records',
    title: 'List what the service has',
    description:
      'Lists records of one kind: workspaces, providers, providerStatus (last sync and errors), connections, metrics, filters, users or rates, with their ids and names.',
    words: lists,
    options: ['max'],
    effect: 'reads',
  },
  {
    name: 'export_costs',
    title: 'Write cost rows to a file',
    description:
      'Writes all cost rows of a period to a local file. The extension of file selects the format: .csv, .ndjson, .json, .tsv or .parquet. The result says how many rows were written and that the count matches the service. A relative path starts at the export folder, and no file outside of it is written. A file that an earlier call wrote is replaced only if overwrite is true; any other file is never replaced.',
    words: 'costs export',
    options: [...periodNames, 'where', 'columns', 'mirror'],
    extra: {
      file: { type: 'string', minLength: 1, description: 'path of the file to write' },
      overwrite: { type: 'boolean', description: 'replace a file of an earlier call' },
    },
    effect: 'writes a file',
    writes: 'file',
    receipt: true,
  },
];

export const changePlans: readonly ToolPlan[] = [
  {
    name: 'config_plan',
    title: 'What would a settings file change?',
    description:
      'Compares a settings file with the service, saves the plan to a file below the export folder, and returns it with its hash. Nothing is changed. Show the plan to a person before config_apply.',
    words: 'config plan',
    options: ['prune'],
    arguments: ['file'],
    extra: { planFile: { type: 'string', minLength: 1, description: 'where to save the plan' } },
    effect: 'writes a file',
    writes: 'planFile',
    savesPlan: true,
  },
  {
    name: 'config_apply',
    title: 'Apply a saved plan',
    description:
      'Applies a plan that config_plan of this server saved, named by its hash, exactly as it was reviewed. If the file of the plan or anything else has changed since, nothing is sent. If the client can ask its user, the user is asked first.',
    words: 'config apply',
    options: [],
    extra: {
      plan: {
        type: 'string',
        pattern: '^[0-9a-f]{64}$',
        description: 'the hash that config_plan returned as plan',
      },
    },
    always: ['--yes'],
    effect: 'changes the service',
    appliesPlan: true,
  },
];
