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

/** A value to choose, with its description. */
export type Offer = readonly [value: string, description: string];
