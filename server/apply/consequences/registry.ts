import type { Consequence } from '../consequence.ts';
import { chatSeenConsequence } from './chat-seen.ts';
import { commentRestoreConsequence } from './comment-restore.ts';
import { groupCreateConsequence } from './group-create.ts';
import { groupMembersConsequence } from './group-members.ts';
import { directFileConsequence, messageSendConsequence } from './message-send.ts';
import { notificationReadConsequence } from './notification-read.ts';
import { profileEditConsequence } from './profile-edit.ts';
import { RECEIPT_SETTINGS } from './receipt-settings.ts';
import { TASK_STEPS } from './task-steps.ts';
import { taskMoveConsequence } from './task-move.ts';
import { TASK_NOTIFICATIONS } from './task-notifications.ts';

/** Consequences that need nothing but the rows. */
export const ROW_CONSEQUENCES: readonly Consequence[] = [
  chatSeenConsequence,
  commentRestoreConsequence,
  directFileConsequence,
  groupCreateConsequence,
  groupMembersConsequence,
  messageSendConsequence,
  notificationReadConsequence,
  profileEditConsequence,
  taskMoveConsequence,
  ...RECEIPT_SETTINGS,
  ...TASK_STEPS,
  ...TASK_NOTIFICATIONS,
];
