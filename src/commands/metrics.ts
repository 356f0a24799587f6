import { diff } from './metrics/diff.ts';
import { gaps } from './metrics/gaps.ts';
import { importValues } from './metrics/import.ts';
import { create, get, list, remove, update } from './metrics/records.ts';
import { set } from './metrics/set.ts';
import { summary } from './metrics/summary.ts';
import { values } from './metrics/values.ts';

export const metrics = [
  list,
  get,
  create,
  update,
  remove,
  values,
  summary,
  gaps,
  set,
  importValues,
  diff,
];
