import type { Organization } from '../../model/entities/organization.ts';
import type { RoleLevel } from '../../model/entities/role-level.ts';
import type { RoleCategory } from '../../model/entities/role-category.ts';
import type { Role } from '../../model/entities/role.ts';
import type { OrgUser } from '../../model/entities/org-user.ts';
import type { Flag } from '../../model/entities/flag.ts';
import type { Workspace } from '../../model/entities/workspace.ts';
import type { Project } from '../../model/entities/project.ts';
import type { TeamMember } from '../../model/entities/team-member.ts';
import type { Card } from '../../model/entities/card.ts';
import type { TaskTemplate } from '../../model/entities/task-template.ts';
import type { Task } from '../../model/entities/task.ts';
import type { Comment } from '../../model/entities/comment.ts';
import type { Overwrite } from '../../model/entities/overwrite.ts';
import type { Subtask } from '../../model/entities/subtask.ts';
import type { TaskFile } from '../../model/entities/task-file.ts';
import type { TaskStep } from '../../model/entities/task-step.ts';
import type { Label } from '../../model/entities/label.ts';
import type { SavedView } from '../../model/entities/saved-view.ts';
import type { Snooze } from '../../model/entities/snooze.ts';
import type { NoteTag } from '../../model/entities/note-tag.ts';
import type { Note } from '../../model/entities/note.ts';
import type { ReminderRead } from '../../model/entities/reminder-read.ts';
import type { Todo } from '../../model/entities/todo.ts';
import type { OwnRowTable, RowTable } from './tables/rows.ts';
import type { AdminTables } from './tables/administration.ts';
import type { AccountTables } from './tables/accounts.ts';
import type { ChatTables } from './tables/chat.ts';
import type { FileTables } from './tables/files.ts';
import type { SecurityTables } from './tables/security.ts';
import type { SsoTables } from './tables/sso.ts';
import type { MachineTables } from './tables/machines.ts';

/**
 * The tables for Kysely: booleans are 0 or 1, JSON is text, ids are text, instants of the entities are the ISO texts
 * of the model. The tables of synced rows have the columns that their entities declare.
 */
export interface Schema
  extends
    AccountTables,
    AdminTables,
    FileTables,
    ChatTables,
    SecurityTables,
    MachineTables,
    SsoTables {
  readonly organizations: RowTable<Organization>;
  readonly role_levels: RowTable<RoleLevel>;
  readonly role_categories: RowTable<RoleCategory>;
  readonly roles: RowTable<Role>;
  readonly org_users: RowTable<OrgUser>;
  readonly flags: RowTable<Flag>;
  readonly workspaces: RowTable<Workspace>;
  readonly projects: RowTable<Project>;
  readonly team_members: RowTable<TeamMember>;
  readonly cards: RowTable<Card>;
  readonly tasks: RowTable<Task, 'description'> & { name_searched: string | null };
  readonly comments: RowTable<Comment, 'comment'>;
  readonly overwrites: RowTable<Overwrite>;
  readonly subtasks: RowTable<Subtask>;
  readonly task_files: RowTable<TaskFile>;
  readonly task_steps: RowTable<TaskStep>;
  readonly labels: RowTable<Label>;
  readonly task_templates: RowTable<TaskTemplate>;
  readonly note_tags: OwnRowTable<NoteTag>;
  readonly notes: OwnRowTable<Note, 'note'>;
  readonly todos: OwnRowTable<Todo>;
  readonly saved_views: OwnRowTable<SavedView>;
  readonly snoozes: OwnRowTable<Snooze>;
  readonly reminder_reads: OwnRowTable<ReminderRead>;
  readonly streams: StreamsTable;
  readonly changes: ChangesTable;
  readonly clients: ClientsTable;
  readonly verdicts: VerdictsTable;
  readonly settled_keys: SettledKeysTable;
  readonly activity: ActivityTable;
  readonly counters: CountersTable;
}

export interface StreamsTable {
  org_id: string;
  stream: string;
  epoch: string;
  head: number;
  floor: number;
}

export interface ChangesTable {
  org_id: string;
  stream: string;
  tbl: string;
  id: string;
  scope: string;
  v: number;
  kind: string;
  moved_to: string | null;
}

export interface ClientsTable {
  org_id: string;
  client_id: string;
  user_id: string;
  ack_through: number;
}

export interface VerdictsTable {
  org_id: string;
  client_id: string;
  seq: number;
  body_hash: string;
  status: number;
  version: number | null;
  answer: string;
}

export interface SettledKeysTable {
  org_id: string;
  client_id: string;
  seq: number;
  body_hash: string;
  at: number;
}

export interface ActivityTable {
  org_id: string;
  stream: string;
  v: number;
  tbl: string;
  row_id: string;
  field: string;
  org_user: string;
  at: number;
  claimed_at: number | null;
  old: string | null;
  new: string | null;
}

export interface CountersTable {
  name: string;
  value: number;
}
