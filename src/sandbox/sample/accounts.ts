/** Accounts and services that are billed: the source of the cost rows. */
export interface Account {
  readonly workspaceId: string;
  readonly provider: string;
  readonly id: string;
  readonly name: string;
  readonly currency: 'USD' | 'EUR';
  readonly regions: readonly (string | null)[];
  readonly team: string;
  readonly environment: string;
}

export interface Service {
  readonly name: string;
  readonly usage: string;
  readonly unit: string;
  readonly charge: 'Usage' | 'Credit' | 'Tax';
  /** The typical cost of one row on a working day, in the currency of the account; negative for a credit. */
  readonly usual: number;
  /** The number of decimals: clouds send many. */
  readonly digits: number;
  /** Grows ninefold on the day of the spike. */
  readonly spikes?: boolean;
}

/** Workspace, provider, id, name, currency, regions (-: none), team, and the environment unless production. */
export const accounts: readonly Account[] = `
wsp_storefront | aws | 412583920174 | shop-production | USD | us-east-1, eu-central-1 | checkout
wsp_storefront | aws | 730194825561 | shop-staging, "blue" | USD | us-east-1 | checkout | staging
wsp_storefront | azure | 8c1f2a60-shop | Søk & anbefaling | USD | westeurope, eastus2 | search
wsp_storefront | datadog | dd-40817 | Monitoring | USD | - | sre
wsp_platform | aws | 905417263388 | platform-shared | USD | eu-west-1, us-west-2 | platform
wsp_platform | gcp | data-warehouse-2207 | 데이터 웨어하우스 | USD | us-central1, asia-northeast1 | data
wsp_platform | snowflake | XK20817 | Snowflake “prod” | USD | eu-central-1 | data
wsp_forschung-eu | gcp | forschung-eu-417 | Forschung, Zürich | EUR | europe-west6 | labor
wsp_forschung-eu | azure | 8c1f2a60-labor | Labor "München" | EUR | germanywestcentral | labor
wsp_forschung-eu | gcp | forschung-gpu-us | GPU, Iowa | USD | us-central1 | labor | experiment
`
  .trim()
  .split('\n')
  .map(parseAccount);

export const services: Readonly<Record<string, readonly Service[]>> = {
  aws: [
    usage('Amazon EC2', 'BoxUsage:m7g.2xlarge', 'Hrs', 58.2, 10, true),
    usage('Amazon EC2', 'DataTransfer-Out-Bytes', 'GB', 4.1, 19),
    usage('Amazon RDS', 'InstanceUsage:db.r6g.large', 'Hrs', 21.7, 10),
    usage('Amazon S3', 'TimedStorage-ByteHrs', 'GB-Mo', 6.3, 19),
    usage('Amazon S3', 'Requests-Tier1', 'Requests', 0.000000004, 25),
    usage('AWS Lambda', 'Lambda-GB-Second', 'Lambda-GB-Second', 0.00021, 22),
    usage('AWS Key Management Service', 'KMS-Requests', 'Requests', 0.0000031, 22),
    { ...usage('Savings Plans', 'SavingsPlanNegation', 'Hrs', -17.4, 10), charge: 'Credit' },
    { ...usage('Tax', 'Tax', '', 3.2, 2), charge: 'Tax' },
  ],
  azure: [
    usage('Virtual Machines', 'D4s v5', '1 Hour', 33.9, 16),
    usage('Storage', 'Hot LRS Data Stored', '1 GB/Month', 2.6, 19),
    usage('Azure OpenAI', 'Input Tokens', '1K', 7.8, 16),
    usage('Bandwidth', 'Inter-Region, Egress', '1 GB', 0.0009, 22),
    { ...usage('Azure Credit', 'Sponsorship', '', -5.5, 2), charge: 'Credit' },
  ],
  gcp: [
    usage('Compute Engine', 'A2 Instance Core running', 'hour', 47.3, 6),
    usage('BigQuery', 'Analysis, "on demand"', 'tebibyte', 18.4, 13),
    usage('Cloud Storage', 'Class B Operations', 'count', 0.00000012, 25),
    usage('Networking', 'Egress to 南アジア', 'gibibyte', 1.9, 19),
    { ...usage('Compute Engine', 'Sustained Use Discount', 'hour', -8.1, 6), charge: 'Credit' },
  ],
  datadog: [
    usage('Infrastructure Hosts', 'host-hours', 'Hrs', 12.6, 4),
    usage('Log Management', 'indexed-events', '1M events', 5.2, 4),
  ],
  snowflake: [
    usage('Warehouse Metering', 'CREDITS_USED', 'Credits', 29.6, 9),
    usage('Cloud Services', 'CREDITS_ADJUSTED', 'Credits', 0.41, 9),
  ],
};

function parseAccount(line: string): Account {
  const cells = line.split(' | ');
  const [workspaceId = '', provider = '', id = '', name = '', currency, regions = ''] = cells;
  const [team = '', environment = 'production'] = cells.slice(6);
  return {
    ...{ workspaceId, provider, id, name, team, environment },
    currency: currency === 'EUR' ? 'EUR' : 'USD',
    regions: regions.split(', ').map((region) => (region === '-' ? null : region)),
  };
}

function usage(
  name: string,
  kind: string,
  unit: string,
  usual: number,
  digits: number,
  spikes = false,
): Service {
  return { name, usage: kind, unit, charge: 'Usage', usual, digits, spikes };
}
