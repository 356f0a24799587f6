import type { ScalarTag } from 'yaml';
import { ExactNumber } from '../json/number.ts';

/** Quoted so that YAML 1.1 readers too see text as text: dates, yes and no, 12:30. */
export async function renderYaml(value: unknown): Promise<string> {
  if (value instanceof ExactNumber) return `${value.text}\n`;
  const { stringify } = await import('yaml');
  return stringify(value ?? null, {
    customTags: [exactNumber],
    compat: 'yaml-1.1',
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
}

const exactNumber: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => value instanceof ExactNumber,
  resolve: (text) => new ExactNumber(text),
  stringify: ({ value }) => String(value),
};
