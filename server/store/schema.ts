import type { AdminTables } from './tables/administration.ts';
import type { AccountTables } from './tables/accounts.ts';
import type { ChatTables } from './tables/chat.ts';
import type { FileTables } from './tables/files.ts';

/**
 * The tables for Kysely: booleans are 0 or 1, JSON is text, ids are text, instants of the entities are the ISO texts
 * of the model.
 */
export interface Schema extends AccountTables, AdminTables, FileTables, ChatTables {
  readonly organizations: OrganizationsTable;
  readonly role_levels: RoleLevelsTable;
  readonly role_categories: RoleCategoriesTable;
  readonly roles: RolesTable;
  readonly org_users: OrgUsersTable;
  readonly flags: FlagsTable;
  readonly workspaces: WorkspacesTable;
  readonly projects: ProjectsTable;
  readonly team_members: TeamMembersTable;
  readonly cards: CardsTable;
  readonly tasks: TasksTable;
  readonly comments: CommentsTable;
  readonly subtasks: SubtasksTable;
  readonly labels: LabelsTable;
  readonly note_tags: NoteTagsTable;
  readonly notes: NotesTable;
  readonly todos: TodosTable;
  readonly streams: StreamsTable;
  readonly changes: ChangesTable;
  readonly clients: ClientsTable;
  readonly verdicts: VerdictsTable;
  readonly activity: ActivityTable;
  readonly counters: CountersTable;
}

/** Columns of every row of an organisation. */
interface OrgRow {
  org_id: string;
  id: string;
  scope: string;
  v: number;
}

/** Columns of every personal row; `owner` is the organisation user. */
interface OwnRow extends OrgRow {
  owner: string;
}

export interface OrganizationsTable extends OrgRow {
  name: string;
  special_role: number;
  created_at: string;
}

export interface RoleLevelsTable extends OrgRow {
  name: string;
  order: number;
  get_access: number;
  post_access: number;
  patch_access: number;
  delete_access: number;
  created_at: string;
}

export interface RoleCategoriesTable extends OrgRow {
  name: string;
  short_name: string;
  created_at: string;
}

export interface RolesTable extends OrgRow {
  name: string;
  short_name: string;
  role_category: string;
  level: string;
  created_at: string;
}

export interface OrgUsersTable extends OrgRow {
  user: string;
  display_name: string;
  email: string;
  phone_number: string;
  profile_image: string | null;
  user_role: string;
  active: number;
  joined: number;
  created_at: string;
}

export interface FlagsTable extends OrgRow {
  name: string;
  colour_code: string;
  order: number;
}

export interface WorkspacesTable extends OrgRow {
  name: string;
  desc: string;
  image: string | null;
  status: number;
  created_by: string;
  created_at: string;
}

export interface ProjectsTable extends OrgRow {
  workspace: string;
  name: string;
  slug: string;
  description: string;
  background_image: string | null;
  status: number;
  created_by: string;
  created_at: string;
}

export interface TeamMembersTable extends OrgRow {
  project: string;
  organization_user: string;
  created_at: string;
}

export interface CardsTable extends OrgRow {
  project: string;
  name: string;
  rank: string;
  status: number;
  created_by: string;
  created_at: string;
}

export interface TasksTable extends OrgRow {
  project: string;
  card: string;
  rank: string;
  name: string;
  description: string;
  description_v: number;
  flag: string | null;
  label: string | null;
  start_date: string | null;
  end_date: string | null;
  document: string | null;
  status: number;
  created_by: string;
  created_at: string;
  assigned_to: string | null;
  assigned_users: string;
  ticks: string;
  collaborators: string;
  is_completed: number;
  is_completed_at: string | null;
  is_completed_employee: number;
  is_completed_emp_at: string | null;
}

export interface SubtasksTable extends OrgRow {
  project: string;
  task: string;
  rank: string;
  name: string;
  start_date: string | null;
  end_date: string | null;
  document: string | null;
  is_completed: number;
  status: number;
  created_by: string;
  created_at: string;
}

export interface LabelsTable extends OrgRow {
  project: string;
  name: string;
  created_by: string;
  created_at: string;
}

export interface CommentsTable extends OrgRow {
  project: string;
  task: string;
  author: string;
  comment: string;
  comment_v: number;
  attachment: string | null;
  edited: number;
  deleted: number;
  created_at: string;
}

export interface NoteTagsTable extends OwnRow {
  name: string;
  created_by: string;
  created_at: string;
}

export interface NotesTable extends OwnRow {
  title: string;
  note: string;
  note_v: number;
  tags: string;
  created_by: string;
  created_at: string;
}

export interface TodosTable extends OwnRow {
  name: string;
  status: number;
  rank: string;
  made_at: string;
  created_by: string;
  created_at: string;
}

export interface StreamsTable {
  stream: string;
  org_id: string;
  epoch: string;
  head: number;
  floor: number;
}

export interface ChangesTable {
  stream: string;
  tbl: string;
  id: string;
  scope: string;
  v: number;
  kind: string;
  moved_to: string | null;
}

export interface ClientsTable {
  client_id: string;
  user_id: string;
  org_id: string;
  ack_through: number;
}

export interface VerdictsTable {
  client_id: string;
  seq: number;
  body_hash: string;
  status: number;
  version: number | null;
  answer: string;
}

export interface ActivityTable {
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
