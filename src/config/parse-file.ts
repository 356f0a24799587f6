import type { Document } from 'yaml';
import type { Located, SourceFile } from '../formats/yaml/located.ts';
import { readForEdits, readLocated } from '../formats/yaml/read-located.ts';
import { throwProblems } from './file-problem.ts';

export function parseFile(source: SourceFile): Located {
  const { root, problems } = readLocated(source);
  throwProblems(problems);
  return root;
}

/** A file as a document that can be edited in its text. */
export function parseForEdits(source: SourceFile): Document {
  const { document, problems } = readForEdits(source);
  throwProblems(problems);
  return document;
}
