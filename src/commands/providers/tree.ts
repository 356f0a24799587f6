import type { Provider } from '../../api/schemas/provider.ts';
import { addTo } from '../../grouping.ts';
import type { View } from '../../output/view.ts';
import { addFields } from '../add-fields.ts';
import { providerView } from './views.ts';

/** A provider and how many others are above it. */
type Grown = Provider & { readonly level: number };

export const treeView: View<Grown> = {
  ...providerView,
  columns: [
    { path: 'name', importance: 'answer', indent: 'level' },
    ...providerView.columns.filter(({ path }) => path !== 'name'),
  ],
  fields: ['level', ...(providerView.fields ?? [])],
};

/** Each provider below its parent; one whose parent is not in the list is at the top. */
export function growProviders(all: readonly Provider[]): Grown[] {
  const ids = new Set(all.map(({ id }) => id));
  const below = new Map<string, Provider[]>();
  const tops: Provider[] = [];
  for (const provider of all) {
    const parent = provider.parentProviderId ?? '';
    if (!ids.has(parent)) tops.push(provider);
    else addTo(below, parent, provider);
  }
  const grown = new Map<Provider, Grown>();
  const waiting = [...tops, ...all].reverse().map((provider) => ({ provider, level: 0 }));
  // What is left after the tops is in a circle of parents, and is shown too.
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { provider, level } = next;
    if (grown.has(provider)) continue;
    grown.set(provider, addFields(provider, { level }));
    const children = (below.get(provider.id ?? '') ?? []).map((child) => ({
      provider: child,
      level: level + 1,
    }));
    waiting.push(...children.reverse());
  }
  return [...grown.values()];
}
