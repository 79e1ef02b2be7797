import { heldHere, unsentHere } from '../store/queries/holdings.ts';
import { cachedFiles } from './cached-files.ts';

/** Counts of what this device holds (HOLD-1), in one file that `loadHoldings` loads. */
export const holdingsParts = { cachedFiles, heldHere, unsentHere };
