/** For a workbook: the file has all digits, but a spreadsheet shows 15. */
export function describeLongNumbers(count: number): string {
  return count === 1
    ? '1 number has more than 15 digits: the workbook has them all, but a spreadsheet shows 15'
    : `${count} numbers have more than 15 digits: the workbook has them all, but a spreadsheet shows 15`;
}
