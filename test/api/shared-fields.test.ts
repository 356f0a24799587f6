import { expect, test } from 'vitest';
import { Day } from '../../src/api/schemas/shared-fields.ts';

const malformed = 'must be a day, YYYY-MM-DD';

test.each([
  ...['2026-10-01', '2024-02-29', '0001-01-01', '9999-12-31'].map((day) => [day, undefined]),
  ...['2026-02-29', '2026-13-01', '0000-01-01'].map((day) => [day, `is not a valid date: ${day}`]),
  ...['', '2026-10', '2026-10-1', '2026-10-01T00:00', '+002026-10-01', 'today'].map((day) => [
    ...[day, malformed],
  ]),
])('%j as a day of a request: %s', (day, problem) => {
  expect(Day.safeParse(day).error?.issues[0]?.message).toBe(problem);
});
