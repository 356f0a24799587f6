export const liveKinds = [
  'profiles',
  'workspaces',
  'metrics',
  'providers',
  'filters',
  'users',
  'connections',
] as const;
export type LiveKind = (typeof liveKinds)[number];

/** Something to choose, and what people call it. */
export type Offer = readonly [value: string, description: string];
