import { commandLineFuzzer } from './command-lines.ts';
import { damagedParquetFuzzers } from './damaged-parquet.ts';
import type { Fuzzer } from './draw.ts';
import { expressionFuzzer } from './expressions.ts';
import { hostileFuzzers } from './hostile.ts';
import { jsonFuzzers } from './json.ts';
import { listFuzzers } from './lists.ts';
import { nameFuzzers } from './names.ts';
import { recordFuzzer } from './open-records.ts';
import { sourceFuzzers } from './sources.ts';
import { tableFuzzers } from './tables.ts';
import { terminalFuzzers } from './terminal.ts';

export const fuzzers: readonly Fuzzer[] = [
  ...jsonFuzzers,
  ...tableFuzzers,
  ...damagedParquetFuzzers,
  ...terminalFuzzers,
  ...nameFuzzers,
  ...hostileFuzzers,
  ...listFuzzers,
  ...sourceFuzzers,
  commandLineFuzzer,
  expressionFuzzer,
  recordFuzzer,
];
