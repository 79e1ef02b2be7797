import type { Consequence } from '../consequence.ts';
import { chatSeenConsequence } from './chat-seen.ts';
import { groupCreateConsequence } from './group-create.ts';
import { directFileConsequence, messageSendConsequence } from './message-send.ts';
import { personCreateConsequence } from './person-create.ts';
import { taskMoveConsequence } from './task-move.ts';

/** What mutations do on the server alone. */
export const CONSEQUENCES: readonly Consequence[] = [
  chatSeenConsequence,
  directFileConsequence,
  groupCreateConsequence,
  messageSendConsequence,
  personCreateConsequence,
  taskMoveConsequence,
];
