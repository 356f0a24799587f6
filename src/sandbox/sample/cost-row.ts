import { within } from '../../grouping.ts';
import { isWeekend } from '../calendar.ts';
import { type Account, accounts, type Service, services } from './accounts.ts';
import { fraction, hash, hashText } from './hash.ts';

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
const dayOffset = '{"date":"'.length;

export function createLines(): ReadonlyMap<string, readonly Line[]> {
  const lines = new Map<string, Line[]>();
  for (const account of accounts) {
    const own = within(lines, account.workspaceId, () => []);
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

export interface RowDay {
  readonly number: number;
  readonly text: Buffer;
  readonly factor: number;
  readonly spike: boolean;
}

export function createRowDay(number: number, text: string): RowDay {
  const week = isWeekend(number) ? 0.58 : 1;
  const growth = Math.max(1 + (number - 20_000) / 5000, 0.1);
  // The 17th of the middle month of each quarter.
  const spike = /-(?:02|05|08|11)-17$/.test(text);
  return { number, text: Buffer.from(text), factor: week * growth, spike };
}

/** Bytes that are enough for every row: the parts that vary take less than the added 96. */
export function roomFor(line: Line): number {
  const { beforeResource, beforeQuantity, beforeCost, afterCost } = line;
  return beforeResource.length + beforeQuantity.length + beforeCost.length + afterCost.length + 96;
}

/** Writes one row as JSON and a comma, and returns its end. */
export function writeRow(target: Buffer, start: number, line: Line, day: RowDay, at: number) {
  const { service, seed } = line;
  const drawn = hash(seed, day.number, at);
  const amount =
    Math.abs(service.usual) *
    day.factor *
    (0.8 + 0.4 * fraction(drawn)) *
    (day.spike && service.spikes === true ? 9 : 1);

  let end = copy(target, start, line.beforeResource);
  target.set(day.text, start + dayOffset);
  end = writeResource(target, end, hash(seed, at, 1), hash(seed, at, 2));
  end = copy(target, end, line.beforeQuantity);
  end = writeAmount(target, end, amount * 7, 3, drawn);
  end = copy(target, end, line.beforeCost);
  if (service.usual < 0) target[end++] = minus;
  end = writeAmount(target, end, amount, service.digits, drawn);
  return copy(target, end, line.afterCost);
}

const zero = 48;
const minus = 45;
const point = 46;
const hexadecimal = Buffer.from('0123456789abcdef');

function copy(target: Buffer, start: number, fragment: Buffer): number {
  target.set(fragment, start);
  return start + fragment.length;
}

function writeResource(target: Buffer, start: number, first: number, second: number): number {
  let [high, low] = [first, second];
  for (let at = 0; at < 6; at += 1) {
    target[start + at] = hexadecimal[high & 15] ?? zero;
    target[start + 6 + at] = hexadecimal[low & 15] ?? zero;
    high >>>= 4;
    low >>>= 4;
  }
  return start + 12;
}

/** Twelve decimals come from the amount, and the others from the random number, since a double has no more. */
function writeAmount(target: Buffer, start: number, amount: number, digits: number, drawn: number) {
  const whole = Math.floor(amount);
  let end = writeWhole(target, start, whole);
  target[end++] = point;
  let rest = amount - whole;
  for (let written = 0; written < digits; written += 6) {
    const count = Math.min(digits - written, 6);
    rest = written < 12 ? rest * 1e6 : hash(drawn, written, 3) % 1e6;
    const group = Math.floor(rest);
    writeDigits(target, end, group, count);
    rest -= group;
    end += count;
  }
  return end;
}

function writeWhole(target: Buffer, start: number, whole: number): number {
  let length = 1;
  for (let bound = 10; bound <= whole; bound *= 10) length += 1;
  let rest = whole;
  for (let at = start + length - 1; at >= start; at -= 1) {
    target[at] = zero + (rest % 10);
    rest = Math.floor(rest / 10);
  }
  return start + length;
}

/** Writes the first `count` of six digits. */
function writeDigits(target: Buffer, start: number, group: number, count: number): void {
  let rest = group;
  for (let at = 5; at >= 0; at -= 1) {
    if (at < count) target[start + at] = zero + (rest % 10);
    rest = (rest / 10) | 0;
  }
}
