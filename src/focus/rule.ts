/** One requirement of FOCUS, stated by a line of `rules-1-2.ts` or of a difference from it. */
export interface Rule {
  readonly id: string;
  readonly severity: 'must' | 'should';
  /** The column that the rule is about; `*`: all columns. */
  readonly column: string;
  readonly check: Check;
  /** The rule applies if all conditions of one of these lists are true; empty: always. */
  readonly conditions: readonly (readonly Condition[])[];
  /** The rule applies to providers with all of these abilities; empty: to every provider. */
  readonly abilities: readonly string[];
}

/** What a version has in place of the rules of its base. */
export interface Difference {
  /** What ids begin with from here on, except those of attributes, which all data sets share. */
  readonly prefix?: string;
  readonly withoutColumns?: readonly string[];
  /** Ids of rules that are gone. */
  readonly without?: readonly string[];
  /** A rule with a known id takes the place of that rule; the others are added. */
  readonly rules: string;
  /** Ids of rules that a file alone cannot prove, if they are known. */
  readonly beyondFile?: string;
  /** The data sets beside Cost and Usage. */
  readonly dataSets?: readonly DataSet[];
}

export interface DataSet {
  readonly name: string;
  /** What the ids of its presence rules begin with; those of its columns begin with the part before `-`. */
  readonly prefix: string;
  /**
   * One column per line: the number of the rule that requires it (`-`: no known ability requires it), its
   * rules, and the ability that requires it.
   */
  readonly columns: string;
}

type Check =
  | { readonly kind: PlainCheck }
  | { readonly kind: 'one of'; readonly values: readonly string[] }
  | { readonly kind: 'not'; readonly value: string }
  | { readonly kind: 'no placeholder'; readonly values: readonly string[] }
  | { readonly kind: 'one per value' | 'unique within'; readonly other: string }
  | { readonly kind: '=' | '>='; readonly other: string }
  | { readonly kind: 'product'; readonly factors: readonly [string, string]; readonly of: string };

const plainChecks = [
  'present',
  'null',
  'not null',
  'type String',
  'type Decimal',
  'type Date/Time',
  'text',
  'number',
  'finite',
  'at least 0',
  'date and time',
  'currency',
  'national currency',
  'unit',
  'key-value pairs',
  'JSON object',
  'Pascal case keys',
  'within ServiceCategory',
  'not blank',
  'at most 50 characters',
  'custom columns begin with x_',
  'FOCUS columns first',
] as const;

/** Checks that compare with another column. */
const others = ['unique within', '=', '>='] as const;

export type PlainCheck = (typeof plainChecks)[number];

export interface Condition {
  readonly column: string;
  readonly kind: 'is' | 'is not';
  /** Undefined: null. */
  readonly values: readonly string[] | undefined;
}

export function parseFocusRules(text: string): readonly Rule[] {
  const lines = text.trim().split('\n');
  return lines.flatMap((line) => expandColumn(line)).map(parseLine);
}

/**
 * A line such as `InvoiceId: type String; -; not null` has the rules of a column in the order of their
 * numbers; `-` takes the number of a rule that a file cannot prove. Any other line is one rule.
 */
export function expandColumn(line: string, prefix = ''): readonly string[] {
  const [, name, checks = ''] = /^(\w+): (.+)$/.exec(line) ?? [];
  if (name === undefined) return [line];
  return checks.split('; ').flatMap((text, place) => {
    const [, advice, check, condition] = /^(should )?(.+?)(?: if (.+))?$/.exec(text) ?? [];
    if (check === '-') return [];
    const status = condition === undefined ? (advice === undefined ? 'M' : 'O') : 'C';
    const id = `${prefix}${name}-C-00${place + 1}-${status}`;
    const when = condition === undefined ? '' : ` | if ${condition}`;
    return [`${id} | ${advice === undefined ? 'must' : 'should'} | ${name} | ${check}${when}`];
  });
}

function parseLine(line: string): Rule {
  const [id = '', severity, column = '', check = '', ...others] = line.split(' | ');
  const after = (word: string) =>
    others.find((part) => part.startsWith(`${word} `))?.slice(word.length + 1);
  const condition = after('if');
  return {
    id,
    severity: severity === 'must' ? 'must' : 'should',
    column,
    check: parseCheck(check),
    conditions:
      condition === undefined
        ? []
        : condition.split(' or ').map((part) => part.split(' and ').map(parseCondition)),
    abilities: after('for')?.split(',') ?? [],
  };
}

function parseCheck(text: string): Check {
  const plain = plainChecks.find((one) => one === text);
  if (plain !== undefined) return { kind: plain };
  const list = /^one of (.+)$/.exec(text)?.[1];
  if (list !== undefined) return { kind: 'one of', values: valuesOf(list) };
  const placeholders = /^no placeholder (.+)$/.exec(text)?.[1];
  if (placeholders !== undefined) {
    return { kind: 'no placeholder', values: placeholders.split(', ') };
  }
  const [, left = '', right = '', of] = /^(\w+) \* (\w+) = (\w+)$/.exec(text) ?? [];
  if (of !== undefined) return { kind: 'product', factors: [left, right], of };
  const [, word, other] = /^(one|unique within|=|>=) (\w+)$/.exec(text) ?? [];
  const kind = others.find((one) => one === word) ?? 'one per value';
  if (other !== undefined) return { kind, other };
  const value = /^not (.+)$/.exec(text)?.[1];
  if (value !== undefined) return { kind: 'not', value };
  throw new Error(`a rule has the unknown check '${text}'`);
}

function valuesOf(list: string): readonly string[] {
  if (list === '@services') return [...subcategories.keys()];
  if (list === '@subcategories') return [...subcategories.values()].flat();
  return list.split(', ');
}

function parseCondition(text: string): Condition {
  const [, column = '', sign, list = ''] = /^(\w+) (=|!=|is not|is) (.+)$/.exec(text) ?? [];
  if (sign === undefined) throw new Error(`a rule has the unknown condition '${text}'`);
  return {
    column,
    kind: sign === '=' || sign === 'is' ? 'is' : 'is not',
    values: sign === '=' || sign === '!=' ? list.split(', ') : undefined,
  };
}

/** What the rule requires, as a sentence. */
export function describeRule(rule: Rule): string {
  const { column, check, severity, abilities } = rule;
  const subject = column === '*' ? '' : `${column} `;
  const abled = abilities.map(describeAbility).join(' and ');
  const when = [
    ...(rule.conditions.length === 0 ? [] : [`if ${describeConditions(rule)}`]),
    ...(abilities.length === 0 ? [] : [`if the provider has ${abled}`]),
  ].join(', ');
  return `${subject}${describeCheck(check, severity)}${when === '' ? '' : ` ${when}`}`;
}

function describeAbility(name: string): string {
  return name
    .replace(/_SUPPORTED$/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
}

function describeConditions({ conditions }: Rule): string {
  return conditions.map((all) => all.map(describeCondition).join(' and ')).join(', or ');
}

function describeCondition({ column, kind, values }: Condition): string {
  return `${column} ${kind} ${values === undefined ? 'null' : values.join(' or ')}`;
}

function describeCheck(check: Check, verb: Rule['severity']): string {
  switch (check.kind) {
    case 'one of':
      return check.values.length > 8
        ? `${verb} be one of the ${check.values.length} allowed values`
        : `${verb} be ${check.values.join(' or ')}`;
    case 'not':
      return `${verb} not be ${check.value}`;
    case 'no placeholder':
      return `values ${verb} not be placeholders for null, such as an empty text, ${check.values.join(', ')}`;
    case 'one per value':
      return `${verb} have the same ${check.other} wherever it has the same value`;
    case 'unique within':
      return `${verb} not repeat within the same ${check.other}`;
    case '=':
      return `${verb} be the same as ${check.other}`;
    case '>=':
      return `${verb} not be before ${check.other}`;
    case 'product':
      return `${verb} agree: ${check.factors.join(' times ')} is ${check.of}, to its last digit`;
    default:
      return sentences[check.kind].replace('%', verb);
  }
}

/** The verb takes the place of %. */
const sentences: Readonly<Record<PlainCheck, string>> = {
  present: '% be a column of the file',
  null: '% be null',
  'not null': '% not be null',
  'type String': '% have the type String',
  'type Decimal': '% have the type Decimal',
  'type Date/Time': '% have the type Date/Time',
  text: '% be valid Unicode',
  number: '% be written as -12.5 or 35.2E-7, with no other sign and no separators',
  finite: '% be a finite number',
  'at least 0': '% be at least 0',
  'date and time': '% be a moment in UTC, written YYYY-MM-DDTHH:mm:ssZ',
  currency: '% be written as ISO 4217 has it, if it is a national currency',
  'national currency': '% be a national currency of ISO 4217',
  unit: '% be a unit such as GB, Hours, GB-Hours, GB/Hour or 1000 Tokens',
  'key-value pairs': '% be a JSON object with distinct keys, and no object or array in it',
  'JSON object': '% be a JSON object',
  'Pascal case keys': '% have keys in Pascal case',
  'within ServiceCategory': '% be one of the subcategories of its ServiceCategory',
  'not blank': 'a text that is never null % not be blank',
  'at most 50 characters': 'the name of a column % have at most 50 characters',
  'custom columns begin with x_': 'a column that FOCUS does not define % begin with x_',
  'FOCUS columns first': 'columns that FOCUS defines % come before the others',
};

/** Service categories, and the subcategories of each: the same in FOCUS 1.2 and 1.3 (CC BY 4.0). */
const services = `
AI and Machine Learning: AI Platforms, Bots, Generative AI, Machine Learning, Natural Language Processing, Other (AI and Machine Learning)
Analytics: Analytics Platforms, Business Intelligence, Data Processing, Search, Streaming Analytics, Other (Analytics)
Business Applications: Productivity and Collaboration, Other (Business Applications)
Compute: Containers, End User Computing, Quantum Compute, Serverless Compute, Virtual Machines, Other (Compute)
Databases: Caching, Data Warehouses, Ledger Databases, NoSQL Databases, Relational Databases, Time Series Databases, Other (Databases)
Developer Tools: Developer Platforms, Continuous Integration and Deployment, Development Environments, Source Code Management, Quality Assurance, Other (Developer Tools)
Multicloud: Multicloud Integration, Other (Multicloud)
Identity: Identity and Access Management, Other (Identity)
Integration: API Management, Messaging, Workflow Orchestration, Other (Integration)
Internet of Things: IoT Analytics, IoT Platforms, Other (Internet of Things)
Management and Governance: Architecture, Compliance, Cost Management, Data Governance, Disaster Recovery, Endpoint Management, Observability, Support, Other (Management and Governance)
Media: Content Creation, Gaming, Media Streaming, Mixed Reality, Other (Media)
Migration: Data Migration, Resource Migration, Other (Migration)
Mobile: Other (Mobile)
Networking: Application Networking, Content Delivery, Network Connectivity, Network Infrastructure, Network Routing, Network Security, Other (Networking)
Security: Secret Management, Security Posture Management, Threat Detection and Response, Other (Security)
Storage: Backup Storage, Block Storage, File Storage, Object Storage, Storage Platforms, Other (Storage)
Web: Application Platforms, Other (Web)
Other: Other (Other)
`;

/** The alphabetic codes of ISO 4217. */
const currencies = `
AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP
BYN BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB
EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY
KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR
MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB
RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD
TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XAG XAU XBA XBB XBC XBD XCD XCG
XDR XOF XPD XPF XPT XSU XTS XUA XXX YER ZAR ZMW ZWL
`;

/** The subcategories of each service category. */
export const subcategories: ReadonlyMap<string, readonly string[]> = new Map(
  services
    .trim()
    .split('\n')
    .map((line) => {
      const [category = '', names = ''] = line.split(': ');
      return [category, names.split(', ')];
    }),
);

export const nationalCurrencies: ReadonlySet<string> = new Set(currencies.trim().split(/\s+/));
