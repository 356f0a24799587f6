// AssemblyScript: what the compiled module exports. `npm run simd` compiles it into code.ts.
export { writeCsv, written } from './csv';
export { addKey, cellCount, clearKeys, passRows, place, rowCount, setPlaces } from './rows';
