let ordered = new Int32Array(0);

/** The numbers from 0 on: the places of rows if all are meant, or values stored one after the other. */
export function inOrder(count: number): Int32Array {
  if (ordered.length < count) {
    ordered = new Int32Array(count * 2);
    for (let place = 0; place < ordered.length; place += 1) ordered[place] = place;
  }
  return ordered.subarray(0, count);
}
