import { maxCostLimit } from '../../api/schemas/page.ts';
import { reaches } from '../access.ts';
import { dayNumber, dayOf } from '../calendar.ts';
import { type Call, invalidField, ok, Problem, type Route } from '../call.ts';
import { linksOf, optionalNumber, type PageRange, readPage, requiredDay } from '../read-call.ts';
import { createCostData, type Window } from '../sample/costs.ts';

const defaultLimit = 20;
const deepestRow = 100_000;

/** The service's cost data; `rowsPerDay` undefined: a plausible number. */
export function createCostRoutes(rowsPerDay: number | undefined) {
  return {
    getCosts: {
      read(call, state) {
        const window = readWindow(call);
        const range = readRange(call);
        const sees = (id: string) => reaches(call, id) && state.get('workspaces', id) !== undefined;
        const data = createCostData({ rowsPerDay, sees });
        const total = data.count(window);
        const length = Math.min(range.limit, Math.max(total - range.start, 0));
        const links = JSON.stringify(linksOf(call, range, total));
        const before = `{"links":${links},"data":[`;
        const after = `],"meta":{"totalRecords":${total}}}`;
        return ok(data.write(window, { start: range.start, length }, before, after));
      },
    },
  } satisfies Record<string, Route>;
}

function readWindow(call: Call): Window {
  const startDate = requiredDay(call, 'startDate');
  const endDate = requiredDay(call, 'endDate');
  if (endDate < startDate) throw invalidField('endDate', 'must not be before startDate');
  // Future days have no costs.
  return { from: dayNumber(startDate), to: Math.min(dayNumber(endDate), dayOf(call.now)) };
}

function readRange(call: Call): PageRange {
  const page = readPage(call) ?? 1;
  const limit = optionalNumber(call, 'limit') ?? defaultLimit;
  if (limit < 1 || limit > maxCostLimit) {
    throw invalidField('limit', `must be from 1 to ${maxCostLimit}`);
  }
  if (page * limit > deepestRow) {
    const detail =
      `cost data pages reach ${deepestRow} rows (page times limit): split the date window into ` +
      'shorter startDate to endDate ranges, each read from page 1';
    throw new Problem(400, detail, { page: [detail] });
  }
  return { page, limit, start: (page - 1) * limit };
}
