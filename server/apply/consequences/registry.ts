import type { Consequence } from '../consequence.ts';
import { personCreateConsequence } from './person-create.ts';
import { taskMoveConsequence } from './task-move.ts';

/** What mutations do on the server alone. */
export const CONSEQUENCES: readonly Consequence[] = [personCreateConsequence, taskMoveConsequence];
