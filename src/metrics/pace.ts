/** `sent 12000 of 200000 values, 5300/s, 35 s left` */
export function tellProgress(done: number, values: number, milliseconds: number): string {
  const start = `sent ${done} of ${values} values`;
  if (milliseconds <= 0 || done === 0) return start;
  const each = milliseconds / done;
  return `${start}, ${Math.round(1000 / each)}/s, ${Math.ceil(((values - done) * each) / 1000)} s left`;
}
