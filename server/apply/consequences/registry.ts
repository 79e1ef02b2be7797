import type { Consequence } from '../consequence.ts';
import { chatSeenConsequence } from './chat-seen.ts';
import { commentRestoreConsequence } from './comment-restore.ts';
import { fileAddConsequence } from '../../files/consequences/file-add.ts';
import { fileDeleteConsequence } from '../../files/consequences/file-delete.ts';
import { groupCreateConsequence } from './group-create.ts';
import { groupMembersConsequence } from './group-members.ts';
import {
  invitationCreateConsequence,
  invitationResendConsequence,
  invitationRevokeConsequence,
} from '../../invitations/consequences/invitation.ts';
import { directFileConsequence, messageSendConsequence } from './message-send.ts';
import { personCreateConsequence } from '../../invitations/consequences/person-create.ts';
import { personSetActiveConsequence } from '../../invitations/consequences/person-set-active.ts';
import { profileEditConsequence } from './profile-edit.ts';
import { taskMoveConsequence } from './task-move.ts';
import { TASK_NEWS } from './task-news.ts';

/** What mutations do on the server alone. */
export const CONSEQUENCES: readonly Consequence[] = [
  chatSeenConsequence,
  commentRestoreConsequence,
  directFileConsequence,
  fileAddConsequence,
  fileDeleteConsequence,
  groupCreateConsequence,
  groupMembersConsequence,
  invitationCreateConsequence,
  invitationResendConsequence,
  invitationRevokeConsequence,
  messageSendConsequence,
  personCreateConsequence,
  personSetActiveConsequence,
  profileEditConsequence,
  taskMoveConsequence,
  ...TASK_NEWS,
];
