/** `sent 12000 of 200000 values, 5300/s, 36 s left`; in a narrow window `12000 sent, 36 s left`. */
export function describeProgress(
  done: number,
  values: number,
  milliseconds: number,
): [full: string, short: string] {
  const count = `sent ${done} of ${values} values`;
  if (milliseconds <= 0 || done === 0) return [count, `${done} sent`];
  const each = milliseconds / done;
  const left = `${Math.ceil(((values - done) * each) / 1000)} s left`;
  return [`${count}, ${Math.round(1000 / each)}/s, ${left}`, `${done} sent, ${left}`];
}
