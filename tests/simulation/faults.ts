import type { PlantedFault } from './planted-fault.ts';
import { DEVICE_FAULTS } from './planted-faults/devices.ts';
import { PROCESS_FAULTS } from './planted-faults/processes.ts';
import { REPLACED_FAULTS } from './planted-faults/replaced.ts';
import { ROW_FAULTS } from './planted-faults/rows.ts';
import { SYNC_FAULTS } from './planted-faults/sync.ts';

/** All planted faults; `npm run sim -- --faults` counts the schedules that detect each. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  ...ROW_FAULTS,
  ...SYNC_FAULTS,
  ...DEVICE_FAULTS,
  ...REPLACED_FAULTS,
  ...PROCESS_FAULTS,
];
