/** Sums and middles of estimates, which are numbers, not money. */

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

export function median(amounts: readonly number[]): number {
  const sorted = [...amounts].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The mean without the largest and the smallest: a single unusual day does not move it. */
export function middleMean(amounts: readonly number[]): number {
  if (amounts.length < 3) return median(amounts);
  const rest = sum(amounts) - Math.max(...amounts) - Math.min(...amounts);
  return rest / (amounts.length - 2);
}

/** The value at a share of a sorted list, between its neighbors; a little further out for small samples. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length + 1) - 1;
  const low = Math.min(sorted.length - 1, Math.max(0, Math.floor(place)));
  const high = Math.min(sorted.length - 1, low + 1);
  const part = Math.min(1, Math.max(0, place - low));
  return (sorted[low] ?? 0) * (1 - part) + (sorted[high] ?? 0) * part;
}
