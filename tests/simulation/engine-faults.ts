import { FILE_FAULTS } from './engine-faults/files.ts';
import { SENDING_FAULTS } from './engine-faults/sending.ts';
import { RECEIVING_FAULTS } from './engine-faults/receiving.ts';
import { KEEPING_FAULTS } from './engine-faults/keeping.ts';
import { REPLACED_FAULTS } from './engine-faults/replaced.ts';
import { PROCESS_FAULTS } from './engine-faults/processes.ts';
import type { SourceEdit } from './engine-faults/source-edit.ts';

/**
 * Faults of the engine, of local writes, of calls on the server and of its events. Each disables a rule of the protocol
 * by replacing code while the sources are loaded (source-switches.ts), so that the product contains no switch for its
 * tests.
 */

export type EngineFault = keyof typeof ENGINE_FAULTS;

export const ENGINE_FAULTS = {
  ...FILE_FAULTS,
  ...SENDING_FAULTS,
  ...RECEIVING_FAULTS,
  ...KEEPING_FAULTS,
  ...REPLACED_FAULTS,
  ...PROCESS_FAULTS,
} as const satisfies Record<string, readonly SourceEdit[]>;
