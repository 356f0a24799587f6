import { testOddPlaces } from './odd-places.ts';
import { launcher } from './program.ts';

testOddPlaces([process.execPath, launcher]);
