import { kind } from '../declaration/kind.ts';
import { parseDateFormat } from '../formats/cell-spelling.ts';

export const dateFormat = kind(
  'format',
  (given) => {
    const value = parseDateFormat(given);
    return value === undefined
      ? { problem: 'must have YYYY, MM and DD with . / or - between them' }
      : { value };
  },
  { example: 'DD.MM.YYYY', suggestions: ['DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] },
);
