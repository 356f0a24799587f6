import { allocate } from './costs/allocate.ts';
import { anomalies } from './costs/anomalies.ts';
import { chart } from './costs/chart.ts';
import { check } from './costs/check.ts';
import { close } from './costs/close.ts';
import { columns } from './costs/columns.ts';
import { compare } from './costs/compare.ts';
import { coverage } from './costs/coverage.ts';
import { exportCosts } from './costs/export.ts';
import { focusCheck } from './costs/focus-check.ts';
import { list } from './costs/list.ts';
import { mirror } from './costs/mirror.ts';
import { outlook } from './costs/outlook.ts';
import { query } from './costs/query.ts';
import { report } from './costs/report.ts';
import { summary } from './costs/summary.ts';
import { unit } from './costs/unit.ts';
import { verify } from './costs/verify.ts';

export const costs = [
  list,
  exportCosts,
  verify,
  report,
  close,
  columns,
  summary,
  compare,
  unit,
  chart,
  check,
  allocate,
  outlook,
  anomalies,
  coverage,
  mirror,
  query,
  focusCheck,
];
