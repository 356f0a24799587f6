import { chart } from './costs/chart.ts';
import { check } from './costs/check.ts';
import { columns } from './costs/columns.ts';
import { compare } from './costs/compare.ts';
import { exportCosts } from './costs/export.ts';
import { list } from './costs/list.ts';
import { mirror } from './costs/mirror.ts';
import { query } from './costs/query.ts';
import { summary } from './costs/summary.ts';
import { unit } from './costs/unit.ts';
import { verify } from './costs/verify.ts';

export const costs = [
  list,
  exportCosts,
  verify,
  columns,
  summary,
  compare,
  unit,
  chart,
  check,
  mirror,
  query,
];
