export const formats = ['table', 'json', 'ndjson', 'csv', 'tsv', 'yaml', 'markdown'] as const;

export type Format = (typeof formats)[number];
