/** Tables of chat, notifications and push for Kysely. */
export interface ChatTables {
  readonly groups: GroupsTable;
  readonly group_members: GroupMembersTable;
  readonly conversations: ConversationsTable;
  readonly messages: MessagesTable;
  readonly message_marks: MessageMarksTable;
  readonly notifications: NotificationsTable;
  readonly project_mutes: ProjectMutesTable;
  readonly socket_tickets: SocketTicketsTable;
  readonly push_subscriptions: PushSubscriptionsTable;
  readonly server_keys: ServerKeysTable;
}

interface OrgRow {
  org_id: string;
  id: string;
  scope: string;
  v: number;
}

interface GroupsTable extends OrgRow {
  number: number | null;
  name: string;
  created_by: string;
  created_at: string;
}

interface GroupMembersTable extends OrgRow {
  group: string;
  organization_user: string;
  created_at: string;
  since: number;
}

interface ConversationsTable extends OrgRow {
  last_seq: number;
  last_at: string;
  low: string | null;
  high: string | null;
}

interface MessagesTable extends OrgRow {
  seq: number;
  author: string;
  text: string;
  reply_to: string | null;
  attachment: string | null;
  edited: number;
  deleted: number;
  created_at: string;
}

interface MessageMarksTable extends OrgRow {
  organization_user: string;
  seen: number;
  delivered: number;
  back: number;
}

interface NotificationsTable extends OrgRow {
  kind: string;
  actor: string;
  project: string;
  task: string;
  comment: string | null;
  count: number;
  at: string;
}

interface ProjectMutesTable extends OrgRow {
  project: string;
  created_at: string;
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
