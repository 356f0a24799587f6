// Daily costs of known shapes, the same for a seed each time.

/** Mulberry32: small, and good enough for noise. */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** About normal, with deviation 1. */
function createNoise(random) {
  return () => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6);
}

export function dayAt(from, place) {
  return new Date(Date.parse(from) + place * 86_400_000).toISOString().slice(0, 10);
}

const isWeekend = (day) => [0, 6].includes(new Date(day).getUTCDay());

/** What a day costs without its noise; `at` is a place that the seed draws. */
export const shapes = {
  flat: () => 100,
  growing: ({ place }) => 60 + place * 0.4,
  weekly: ({ day }) => (isWeekend(day) ? 30 : 120),
  'a step': ({ place, at }) => (place < at ? 100 : 160),
  'month-start fees': ({ day }) => (day.endsWith('-01') ? 600 : 100),
  credits: ({ place }) => (place % 10 === 3 ? 20 : 100),
  'one-off': ({ day, at }) => (day === '2026-07-20' ? (at % 2 === 0 ? 3000 : -3000) : 100),
};

/** Shapes that only intervals are measured on. */
export const moreShapes = {
  ...shapes,
  'a step at any time': ({ place, anyAt }) => (place < anyAt ? 100 : 160),
  'weekly, growing': ({ day, place }) => (isWeekend(day) ? 30 : 120) * (1 + place * 0.004),
  'alternating levels': ({ place, anyAt }) => (Math.floor((place + anyAt) / 40) % 2 ? 125 : 100),
  'fees within the month': ({ day }) =>
    day.endsWith('-15') ? 600 : day.endsWith('-03') ? 400 : 100,
  drift: ({ walk }) => 100 * Math.exp(0.01 * walk),
  'noise with a long tail': ({ tail }) => 100 * Math.exp(0.5 * tail),
  'on some days only': ({ chance }) => (chance < 0.3 ? 100 : 0),
};

/** Amounts of a number of days, with noise in proportion to them. */
export function drawSeries(shape, { seed, from, count, noise = 0.08 }) {
  const random = createRandom(seed);
  const drawNoise = createNoise(random);
  const at = Math.floor(count * (0.55 + 0.4 * random()));
  // Apart from the noise, so that a seed draws the same noise for every shape.
  const other = createRandom(seed ^ 0x5bd1e995);
  const drawOther = createNoise(other);
  const anyAt = Math.floor(count * other());
  let walk = 0;
  return Array.from({ length: count }, (_, place) => {
    walk += drawOther();
    const drawn = { at, anyAt, walk, tail: drawOther(), chance: other() };
    const level = moreShapes[shape]({ place, day: dayAt(from, place), ...drawn });
    return Math.round(level * (1 + noise * drawNoise()) * 100) / 100;
  });
}
