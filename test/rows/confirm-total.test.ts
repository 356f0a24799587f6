import { expect, test } from 'vitest';
import { confirmTotal } from '../../src/rows/windows.ts';

const range = { from: '2026-10-01', to: '2026-10-02' };
const day = (date: string, total: number) => ({ from: date, to: date, total });
const windows = [day('2026-10-01', 3), day('2026-10-02', 4)];
const planOf = (total: number) => ({ range, windows, total });

function serviceOf(total: number) {
  const asked: unknown[] = [];
  const askTotal = async (days: unknown) => {
    asked.push(days);
    return total;
  };
  return { asked, askTotal };
}

test('windows that add up to the planned total are not counted again', async () => {
  const { asked, askTotal } = serviceOf(0);
  await confirmTotal(planOf(7), windows, askTotal);
  expect(asked).toEqual([]);
});

test('windows that changed since the plan must add up to the new total', async () => {
  const { asked, askTotal } = serviceOf(7);
  await confirmTotal(planOf(6), windows, askTotal);
  expect(asked).toEqual([range]);
  await expect(confirmTotal(planOf(6), windows, serviceOf(8).askTotal)).rejects.toMatchObject({
    code: 'incomplete',
    message: expect.stringContaining('8 for the whole, 7 for its parts'),
    details: { needsRestart: true },
  });
});

test('one window is its own total, whatever the plan said', async () => {
  const { asked, askTotal } = serviceOf(0);
  await confirmTotal(planOf(6), [day('2026-10-01', 7)], askTotal);
  expect(asked).toEqual([]);
});

test('a run that continues another is always counted again', async () => {
  const resumed = { ...planOf(7), isResumed: true };
  const { asked, askTotal } = serviceOf(7);
  await confirmTotal(resumed, windows, askTotal);
  expect(asked).toEqual([range]);
  for (const read of [windows, [day('2026-10-01', 7)]]) {
    await expect(confirmTotal(resumed, read, serviceOf(8).askTotal)).rejects.toMatchObject({
      code: 'incomplete',
      message:
        '2026-10-01 to 2026-10-02 has 8 rows now, but this run and the one that it continues read 7',
      details: { needsRestart: true },
    });
  }
});
