import { parsed } from '../declaration/kind.ts';
import { parseDateFormat } from '../formats/cell-spelling.ts';

/** How csv files write days. */
export const dateFormat = parsed(
  'format',
  'must have YYYY, MM and DD with . / or - between them',
  { example: 'DD.MM.YYYY', suggestions: ['DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] },
  parseDateFormat,
);
