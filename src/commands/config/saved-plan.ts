import type { PlanDocument } from '../../config/document.ts';
import type { SourceFile } from '../../config/parse.ts';
import { isSavedPlan, readSavedPlan } from '../../config/saved.ts';
import type { JsonValue } from '../../json/number.ts';
import { parseJson } from '../../json/parse.ts';

/** The plan in a file; undefined for a settings file. */
export function findSavedPlan(sources: readonly SourceFile[]): PlanDocument | undefined {
  const [source, ...others] = sources;
  if (source === undefined || others.length > 0) return undefined;
  // A settings file in JSON has no format: most files are recognized without parsing them.
  if (!source.text.includes('costctl-plan')) return undefined;
  let value: JsonValue;
  try {
    value = parseJson(source.text);
  } catch {
    return undefined;
  }
  return isSavedPlan(value) ? readSavedPlan(value, source.path) : undefined;
}
