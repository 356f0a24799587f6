import { addDays, eachDay } from '../../src/days.ts';
import type { Row } from './costs.ts';

export const planted = ['price', 'usage', 'new', 'gone', 'one-off day', 'credits'] as const;

export type Planted = (typeof planted)[number];

export const period = { from: '2026-10-01', to: '2026-10-31' };
export const baseline = { from: '2026-09-01', to: '2026-09-30' };
const first = addDays(baseline.from, -56);

/** Draws whole numbers below a bound, the same for the same seed. */
export function createDraw(seed: number): (below: number) => number {
  let state = (seed % 2_147_483_646) + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Rows of a few services with noise, and one cause that is larger than all of it together. */
export function plantChange(cause: Planted, seed: number) {
  const draw = createDraw(seed);
  const services = Array.from({ length: 4 + draw(4) }, (_, place) => `service ${place + 1}`);
  const accounts = ['one', 'two', 'three'].slice(0, 1 + draw(3));
  const chosen = services[draw(services.length)] ?? '';
  const spikeDay = addDays(period.from, 3 + draw(25));
  const rows: Row[] = [];
  for (const day of eachDay({ from: first, to: period.to })) {
    const isAfter = day >= period.from;
    for (const service of services) {
      for (const [place, account] of accounts.entries()) {
        const isChosen = service === chosen;
        if (isChosen && cause === 'new' && place === 0 && !isAfter) continue;
        if (isChosen && cause === 'gone' && place === 0 && isAfter) continue;
        const isPlanted = isChosen && isAfter && place === 0;
        // Noise of two percent of the quantity.
        let quantity = 980 + draw(41);
        let price = 10 + 5 * place;
        if (isPlanted && cause === 'usage') quantity *= 3;
        if (isPlanted && cause === 'price') price *= 3;
        if (isPlanted && cause === 'one-off day' && day === spikeDay) quantity *= 60;
        const row = { date: day, service, accountName: account, usageType: `${service} hours` };
        const rest = { unit: 'Hrs', currency: 'USD' };
        rows.push({ ...row, quantity, cost: (quantity * price) / 1000, ...rest });
        if (isPlanted && cause === 'credits') {
          rows.push({ ...row, quantity: 0, cost: -(400 + draw(100)) / 10, ...rest });
        }
      }
    }
  }
  return { rows, service: chosen, spikeDay };
}
