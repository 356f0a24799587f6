// Loaded into a program: for it, it is the first hour of a year.
const { now } = Date;
const ahead = Date.parse('2027-01-01T00:30:00Z') - now();

globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length === 0 ? [now() + ahead] : given));
  }

  static now() {
    return now() + ahead;
  }
};
