/**
 * How many cases a property draws: of more than twenty, three in ten but no fewer than twenty, so that
 * `npm test` is quick. All of them with `RUNS=all`, as in `.ci/run`.
 */
export function runs(all: number): number {
  return process.env['RUNS'] === 'all' ? all : Math.max(Math.min(all, 20), Math.ceil(all * 0.3));
}
