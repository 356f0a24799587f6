// AssemblyScript: what the compiled module exports. `npm run simd` compiles it into code.ts.
export { writeCsv, written } from './csv';
export { clearGroups, numberRows, setColumns } from './groups';
export { clearDays, hashRows, rewrittenAt, usedAt, usedDays } from './hash';
export { linesEnd, writeLines } from './lines';
export { addKey, cellCount, clearKeys, passRows, place, rowCount, setFields, setPlaces } from './rows';
