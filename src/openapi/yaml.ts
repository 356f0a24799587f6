import { parse } from 'yaml';

/** A document of YAML 1.2. Few aliases: a handful of lines of them can unfold without end. */
export function parseYaml(text: string): unknown {
  return parse(text, { maxAliasCount: 100, logLevel: 'error', prettyErrors: false });
}
