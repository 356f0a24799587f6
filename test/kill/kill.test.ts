import { afterAll, expect, test } from 'vitest';
import { drawKills, measure, nameOf, playKill } from './matrix.ts';
import { places } from './places.ts';
import type { Stage } from './scene.ts';
import { stages } from './stages.ts';

// A share of the matrix; `npm run kills` plays all of it.
const opened = new Map<string, Promise<{ stage: Stage; whole: number }>>();
afterAll(async () => {
  for (const opening of opened.values()) await (await opening).stage.close();
});

async function open(name: string) {
  const stage = await stages[name]?.();
  if (stage === undefined) throw new Error(`no stage ${name}`);
  return { stage, whole: await measure(stage) };
}

test.each(drawKills(2, 2).map((kill) => [nameOf(kill), kill] as const))(
  '%s: nothing is lost or half written, and the next run continues',
  async (_name, kill) => {
    const opening = opened.get(kill.stage) ?? open(kill.stage);
    opened.set(kill.stage, opening);
    const { stage, whole } = await opening;
    expect(await playKill(kill, stage, whole)).toEqual([]);
  },
  120_000,
);

test.each(places.map((place) => [place.name, place] as const))(
  '%s: reported in one line, and nothing is damaged',
  async (_name, place) => {
    expect(await place.play()).toEqual([]);
  },
  120_000,
);
