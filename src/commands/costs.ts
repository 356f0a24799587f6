import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { addChart } from './costs/chart.ts';
import { addCheck } from './costs/check.ts';
import { addColumns } from './costs/columns.ts';
import { addCompare } from './costs/compare.ts';
import { addExport } from './costs/export.ts';
import { addList } from './costs/list.ts';
import { addSummary } from './costs/summary.ts';
import { addUnit } from './costs/unit.ts';
import { addVerify } from './costs/verify.ts';

export function addCosts(program: Command, context: Context): void {
  const costs = program
    .command('costs')
    .description('Cost rows: read, export, sum, compare and check them');
  addList(costs, context);
  addExport(costs, context);
  addVerify(costs, context);
  addColumns(costs, context);
  addSummary(costs, context);
  addCompare(costs, context);
  addUnit(costs, context);
  addChart(costs, context);
  addCheck(costs, context);
}
