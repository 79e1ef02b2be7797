import type { PlantedFault } from '../planted-fault.ts';

/** Faults of stores that could not be opened, and of the person's other accounts. */
export const REPLACED_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a store that was replaced is not recorded',
    rule: 'CLIENT-6.2',
    theme: 'replaced',
    seed: 'replaced-4',
    breaks: '2 each mutation ends',
    engine: 'forgets a store that it replaces',
  },
  {
    name: 'a replaced store that cannot be read is taken for empty',
    rule: 'CLIENT-6.2',
    theme: 'replaced',
    seed: 'replaced-3',
    breaks: '2 each mutation ends',
    engine: 'takes a replaced store that cannot be read for empty',
  },
  {
    name: 'a replaced store is never tried again',
    rule: 'CLIENT-6.2',
    theme: 'replaced',
    seed: 'replaced-3',
    breaks: 'ENG-4 the queue is empty',
    engine: 'never tries a replaced store again',
  },
  {
    name: 'nothing is sent for an account that is not open',
    rule: 'ENG-4',
    theme: 'senders',
    seed: 'senders-1',
    breaks: 'ENG-4 work of an account',
    engine: 'sends nothing for accounts that are not open',
  },
];
