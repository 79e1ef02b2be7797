import type { PlantedFault } from './planted-fault.ts';
import { DEVICE_FAULTS } from './planted-faults/devices.ts';
import { PROCESS_FAULTS } from './planted-faults/processes.ts';
import { REPLACED_FAULTS } from './planted-faults/replaced.ts';
import { ROW_FAULTS } from './planted-faults/rows.ts';
import { SYNC_FAULTS } from './planted-faults/sync.ts';

/**
 * Two rules are missing, because no schedule needs them alone: deletions compare versions (CLIENT-3.3, tested in
 * tests/sync/engine/apply-changes.test.ts), and an old page of a fill is read again (PULL-5.2).
 */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  ...ROW_FAULTS,
  ...SYNC_FAULTS,
  ...DEVICE_FAULTS,
  ...REPLACED_FAULTS,
  ...PROCESS_FAULTS,
];
