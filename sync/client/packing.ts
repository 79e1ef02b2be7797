export { cachedFiles } from './cached-files.ts';
export { packBudget } from '../core/packing.ts';
export { changePacking, setKept } from '../store/packing-choices.ts';
export { findReadiness } from '../store/queries/readiness.ts';
