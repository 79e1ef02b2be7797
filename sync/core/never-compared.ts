import type { Comparison } from './ports/comparison.ts';

/** Record of a device that has not been compared with the server yet (PULL-9). */
export const NEVER_COMPARED: Comparison = { streams: {}, ranAt: 0, repairs: [], repairedRows: 0 };
