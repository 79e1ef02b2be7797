import type { ConversationMute } from '../../../model/entities/conversation-mute.ts';
import type { Conversation } from '../../../model/entities/conversation.ts';
import type { GroupMember } from '../../../model/entities/group-member.ts';
import type { Group } from '../../../model/entities/group.ts';
import type { MessageMark } from '../../../model/entities/message-mark.ts';
import type { Message } from '../../../model/entities/message.ts';
import type { Notification } from '../../../model/entities/notification.ts';
import type { ProjectMute } from '../../../model/entities/project-mute.ts';
import type { TaskMute } from '../../../model/entities/task-mute.ts';
import type { RowTable } from './rows.ts';

/** Tables of chat, notifications and push for Kysely. */
export interface ChatTables {
  readonly groups: RowTable<Group>;
  readonly group_members: RowTable<GroupMember>;
  readonly conversations: RowTable<Conversation>;
  readonly messages: RowTable<Message>;
  readonly message_marks: RowTable<MessageMark>;
  readonly notifications: RowTable<Notification>;
  readonly project_mutes: RowTable<ProjectMute>;
  readonly task_mutes: RowTable<TaskMute>;
  readonly conversation_mutes: RowTable<ConversationMute>;
  readonly socket_tickets: SocketTicketsTable;
  readonly push_subscriptions: PushSubscriptionsTable;
  readonly server_keys: ServerKeysTable;
}

/** Opens one chat socket once; only its digest is stored. */
interface SocketTicketsTable {
  readonly digest: string;
  readonly session_id: string;
  readonly user_id: string;
  readonly org_id: string;
  readonly expires_at: number;
}

/**
 * A browser in which a person has allowed notifications. Deleted with the session, or when the push service reports it
 * gone.
 */
interface PushSubscriptionsTable {
  readonly id: string;
  readonly user_id: string;
  readonly session_id: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** 1: pushes may contain the text of the message. */
  readonly shows_text: number;
  readonly created_at: number;
}

/** Keys that this server has generated, such as the pair that signs its pushes. */
interface ServerKeysTable {
  readonly name: string;
  readonly value: string;
}
