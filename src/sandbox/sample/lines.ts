import { type Account, accounts, type Service, services } from './accounts.ts';
import { hashText } from './hash.ts';

/** One thing billed every day: a service in an account and region. */
export interface Line {
  readonly seed: number;
  readonly service: Service;
  /** The fixed text before, between and after the parts that vary. */
  readonly beforeResource: Buffer;
  readonly beforeQuantity: Buffer;
  readonly beforeCost: Buffer;
  readonly afterCost: Buffer;
}

/** The offset of the placeholder for the day in `beforeResource`. */
export const dayOffset = '{"date":"'.length;

export function createLines(): ReadonlyMap<string, readonly Line[]> {
  const lines = new Map<string, Line[]>();
  for (const account of accounts) {
    const own = lines.get(account.workspaceId) ?? [];
    lines.set(account.workspaceId, own);
    for (const service of services[account.provider] ?? []) {
      for (const region of account.regions) own.push(createLine(account, service, region));
    }
  }
  return lines;
}

function createLine(account: Account, service: Service, region: string | null): Line {
  const seed = hashText(`${account.id} ${service.name} ${service.usage} ${region}`);
  const row = JSON.stringify({
    date: 'YYYY-MM-DD',
    workspaceId: account.workspaceId,
    provider: account.provider,
    accountId: account.id,
    accountName: account.name,
    service: service.name,
    region: service.charge === 'Tax' ? null : region,
    usageType: service.usage,
    chargeType: service.charge,
    resourceId: 'res-\n',
    quantity: '\n',
    unit: service.unit,
    cost: '\n',
    currency: account.currency,
    tags: tagsOf(account, service, seed),
  });
  const [beforeResource = '', beforeQuantity = '', beforeCost = '', afterCost = ''] = row
    .replaceAll('"\\n"', '\\n')
    .split('\\n');
  return {
    seed,
    service,
    beforeResource: Buffer.from(beforeResource),
    beforeQuantity: Buffer.from(beforeQuantity),
    beforeCost: Buffer.from(beforeCost),
    afterCost: Buffer.from(`${afterCost},`),
  };
}

/** Not everything is tagged, and not everything tagged has every tag. */
function tagsOf(account: Account, service: Service, seed: number): Record<string, string> {
  if (service.charge !== 'Usage' || seed % 7 === 0) return {};
  const tags = { team: account.team, environment: account.environment };
  return seed % 3 === 0
    ? tags
    : { ...tags, costCenter: `K-${1000 + (seed % 40)}, "${account.team}"` };
}
