import type { PlantedFault } from '../planted-fault.ts';

/** Faults of a server with several processes. */
export const PROCESS_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a process publishes its commits before an earlier one of another process',
    rule: 'PULL-7.1',
    theme: 'processes',
    seed: 'processes-3',
    breaks: '3 at rest',
    engine: 'publishes commits of one process as if there were no other',
    unasked: ['RECEIPT-1', 'RECEIPT-4'],
  },
  {
    name: 'a row that another process moved to another scope is not reported',
    rule: 'PULL-2.1',
    theme: 'processes',
    seed: 'processes-3',
    breaks: '3 at rest',
    engine: 'publishes no moved rows of other processes',
  },
  {
    name: 'two processes write into a stream at the same time',
    rule: 'WRITE-2.1',
    theme: 'postgres',
    seed: 'postgres-3',
    breaks: '18 head grows',
    engine: 'writes without a lock of the stream',
  },
];
