/** The column of a map that tests of days and moments fill, without its source. */
export const startColumn = {
  column: {
    name: 'ChargePeriodStart',
    type: 'Date/Time',
    isMandatory: true,
    isNullable: false,
    allowed: undefined,
  },
  where: [],
} as const;
