const millisecondsADay = 86_400_000;

export function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / millisecondsADay);
}

/** `YYYY-MM-DD` of a number of days since 1970-01-01. */
export function dayText(number: number): string {
  return new Date(number * millisecondsADay).toISOString().slice(0, 10);
}

export function dayOf(milliseconds: number): number {
  return Math.floor(milliseconds / millisecondsADay);
}

/** ISO 8601 without fractions of a second. */
export function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

export function startOfDay(number: number): number {
  return number * millisecondsADay;
}

/** 1970-01-01 was a Thursday. */
export function isWeekend(number: number): boolean {
  const weekday = (((number + 4) % 7) + 7) % 7;
  return weekday === 0 || weekday === 6;
}
