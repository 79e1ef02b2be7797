import type { Consequence } from '../consequence.ts';
import { taskMoveConsequence } from './task-move.ts';

/** What mutations do on the server alone. */
export const CONSEQUENCES: readonly Consequence[] = [taskMoveConsequence];
