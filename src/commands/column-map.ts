import { parsed } from '../declaration/kind.ts';
import { objectOfPairs, repeatedAs } from '../declaration/option.ts';

type Pairs = readonly (readonly [field: string, column: string])[];

const columnMap = parsed(
  'field=column',
  'must have the form field=column,…',
  { example: 'date=Day,amount=Orders' },
  (given) => {
    // The name of a column may contain a comma.
    const pairs = given.split(/,(?=[^,=]+=)/).map((pair): readonly [string, string] => {
      const at = pair.indexOf('=');
      return at < 0 ? ['', ''] : [pair.slice(0, at), pair.slice(at + 1)];
    });
    return pairs.every(([field, column]) => field !== '' && column !== '') ? pairs : undefined;
  },
);

/** `--map`: which columns of a file have the fields that are read. */
export const mapOption = (description: string) =>
  repeatedAs(columnMap, (all: readonly Pairs[]) => objectOfPairs('--map')(all.flat()), description);
