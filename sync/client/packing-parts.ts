import { packBudget } from '../../model/packing.ts';
import { changePacking, setKept } from '../store/packing-choices.ts';
import { findReadiness } from '../store/queries/readiness.ts';
import { cachedFiles } from './cached-files.ts';

/** What a person reads and chooses about files on this device (FILE-4), in one file that `loadPacking` loads. */
export const packingParts = { cachedFiles, packBudget, changePacking, setKept, findReadiness };
