/** One row of section 7 of a specification, unchanged. */
export interface SpecCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path after the base, `:id` where the row names one. */
  readonly path: string;
  readonly query?: readonly string[];
  readonly body?: readonly string[];
  /** Names that the product reads in the response; `a.b` nested, `a[]` a list. */
  readonly reads: readonly string[];
  /** The HTTP status that is success; 200 where none is named. */
  readonly status?: number;
  readonly form?: true;
}

const DONE = ['status', 'message'] as const;

/** Board spec, 7: todo, notes, sign-up, tasks and cards, subtasks and comments. */
const BOARD: readonly SpecCall[] = [
  { method: 'GET', path: 'todo-task/list/', query: ['created_by__id'], reads: ['data[]'] },
  {
    method: 'POST',
    path: 'todo-task/create/',
    body: ['name', 'created_by'],
    reads: DONE,
    form: true,
  },
  { method: 'PATCH', path: 'todo-task/update-destroy/:id/', body: ['name'], reads: DONE },
  { method: 'PATCH', path: 'todo-task/update-destroy/:id/', body: ['status'], reads: DONE },
  { method: 'DELETE', path: 'todo-task/update-destroy/:id/', reads: DONE },
  { method: 'GET', path: 'note-tag/list/', query: ['created_by'], reads: ['status', 'data[]'] },
  { method: 'POST', path: 'note-tag/create/', body: ['name', 'created_by'], reads: DONE },
  { method: 'GET', path: 'note/list/', query: ['created_by', 'tags'], reads: ['status', 'data[]'] },
  {
    method: 'POST',
    path: 'note/create/',
    body: ['title', 'note', 'tags', 'created_by'],
    reads: DONE,
  },
  {
    method: 'PATCH',
    path: 'note/update-destroy/:id/',
    body: ['title', 'note', 'tags'],
    reads: DONE,
  },
  { method: 'DELETE', path: 'note/update-destroy/:id/', reads: DONE },
  {
    method: 'POST',
    path: 'api/user-organization-create/',
    body: ['display_name', 'email', 'phone_number', 'organization', 'password'],
    reads: ['data.users', 'data.organization'],
  },
  {
    method: 'POST',
    path: 'task/create/',
    body: [
      'name',
      'order',
      'description',
      'project_card',
      'flag',
      'start_date',
      'end_date',
      'label',
      'created_by',
      'assigned_to',
      'status',
      'collaborators',
    ],
    reads: ['data'],
    form: true,
  },
  {
    method: 'POST',
    path: 'multiple-user/task/create/',
    body: ['name', 'order', 'description', 'project_card', 'flag', 'assigned_users', 'status'],
    reads: ['data'],
    form: true,
  },
  { method: 'POST', path: 'project-card/create/', body: ['project', 'name', 'order'], reads: DONE },
  ...(
    [
      ['collaborators'],
      ['is_completed', 'is_completed_at'],
      ['is_completed_employee', 'is_completed_emp_at'],
      ['project_card', 'order'],
      ['flag'],
      ['assigned_to'],
      ['status'],
      ['status', 'project_id'],
      ['name', 'description', 'start_date', 'end_date', 'status'],
    ] as const
  ).map((body): SpecCall => ({
    method: 'PATCH',
    path: 'task/update-destroy/:id/',
    body,
    reads: DONE,
  })),
  { method: 'GET', path: 'task/list/', query: ['id'], reads: ['data[]'] },
  {
    method: 'GET',
    path: 'task/archive/list/',
    query: ['project_card__project_id'],
    reads: ['data[]'],
  },
  {
    method: 'GET',
    path: 'project-card/details/lists/',
    query: ['project'],
    reads: ['status', 'data[].project_card_task', 'data[].task_count'],
  },
  { method: 'PATCH', path: 'project-card/update-destroy/:id/', body: ['status'], reads: DONE },
  { method: 'PATCH', path: 'project-card/update-destroy/:id/', body: ['name'], reads: DONE },
  { method: 'GET', path: 'project-card/archive/list/', reads: ['data[]'] },
  { method: 'GET', path: 'flag/list/', reads: ['data[].name', 'data[].colour_code'] },
  { method: 'GET', path: 'task-label/list/', query: ['project__id'], reads: ['data[].project'] },
  {
    method: 'GET',
    path: 'team-member/list/',
    query: ['project__id', 'organization_user_id'],
    reads: ['data[].organization_user.user.display_name'],
  },
  {
    method: 'GET',
    path: 'project/list/',
    query: ['slug', 'assigned_to', 'collaborators'],
    reads: ['status', 'data[]'],
  },
  { method: 'GET', path: 'sub-task/list/', query: ['id'], reads: ['data[].task'] },
  { method: 'GET', path: 'sub-task/list/', query: ['task_id'], reads: ['data[].is_completed'] },
  {
    method: 'POST',
    path: 'sub-task/create/',
    body: ['name', 'is_completed', 'order', 'start_date', 'end_date', 'task'],
    reads: DONE,
    form: true,
  },
  {
    method: 'PATCH',
    path: 'sub-task/update-destroy/:id/',
    body: ['name', 'start_date', 'end_date', 'status'],
    reads: DONE,
  },
  {
    method: 'PATCH',
    path: 'sub-task/update-destroy/:id/',
    body: ['is_completed', 'task'],
    reads: DONE,
  },
  {
    method: 'GET',
    path: 'comment/list/',
    query: ['task__id'],
    reads: ['data[].team_member.user.display_name'],
  },
  {
    method: 'POST',
    path: 'comment/create/',
    body: ['comment', 'task', 'team_member'],
    reads: DONE,
    form: true,
  },
  {
    method: 'PATCH',
    path: 'comment/update-destroy/:id/',
    body: ['comment', 'edited'],
    reads: DONE,
  },
  { method: 'PATCH', path: 'comment/update-destroy/:id/', body: ['deleted'], reads: DONE },
];

/** Sessions spec, 7. */
const SESSIONS: readonly SpecCall[] = [
  {
    method: 'POST',
    path: 'api/user-login/',
    body: ['email', 'password', 'device_token'],
    reads: ['status', 'message', 'data.user', 'data.organizations[]', 'data.access_token'],
  },
  { method: 'GET', path: 'api/me/', reads: ['data'] },
  { method: 'GET', path: 'api/user-data/:id/', reads: ['data.display_name'] },
  { method: 'GET', path: 'users/', reads: ['results[].display_name'] },
  {
    method: 'POST',
    path: 'user-role/create/',
    body: ['name', 'short_name', 'organization', 'role_category', 'level'],
    reads: ['success', 'message'],
  },
  {
    method: 'GET',
    path: 'user-role/list/',
    query: ['role_category__organization_id'],
    reads: ['success', 'data[].role_category.name', 'data[].role_level'],
  },
  {
    method: 'POST',
    path: 'role-category/create/',
    body: ['name', 'short_name', 'organization'],
    reads: ['success', 'message'],
  },
  {
    method: 'GET',
    path: 'role-category/list/',
    query: ['organization'],
    reads: ['data[].short_name'],
  },
  {
    method: 'POST',
    path: 'role-level/create/',
    body: ['name', 'organization', 'get_access', 'post_access', 'patch_access', 'delete_access'],
    reads: DONE,
  },
  {
    method: 'GET',
    path: 'role-level/list/',
    query: ['organization_id'],
    reads: ['data[].get_access'],
  },
  { method: 'GET', path: 'organization/list/', reads: ['data[].organization_id', 'data[].name'] },
  {
    method: 'GET',
    path: 'organization-user-level/list/',
    query: ['organization_id'],
    reads: ['data[]'],
  },
  {
    method: 'GET',
    path: 'organization-user/list/',
    query: ['organization_id'],
    reads: ['data[].user.display_name', 'data[].user_role.role_category', 'count'],
  },
  {
    method: 'POST',
    path: 'api/org-user/create/',
    body: ['user', 'organization', 'user_role', 'role_category'],
    reads: ['message'],
  },
  { method: 'GET', path: 'team/list/', query: ['organization'], reads: ['status', 'data[].name'] },
  {
    method: 'POST',
    path: 'api/org-user-invite/',
    body: ['email', 'organization', 'role'],
    reads: ['message'],
    status: 201,
  },
  {
    method: 'GET',
    path: 'task/get/list/',
    query: [
      'assigned_to__organization_user__organization_id',
      'project_card__project_id',
      'created_at',
      'assigned_to__organization_user_id',
      'is_completed_employee',
      'is_completed',
      'page',
    ],
    reads: ['count', 'data[]', 'items_per_page', 'current_page'],
  },
  {
    method: 'GET',
    path: 'project-member/get/',
    query: ['organization_user__organization_id', 'organization_user_id'],
    reads: ['data[]'],
  },
  {
    method: 'GET',
    path: 'project/get/list/',
    query: ['workspace__organization_id'],
    reads: ['data[].slug'],
  },
  { method: 'GET', path: 'project/list/', reads: ['status', 'data[].team'] },
  { method: 'GET', path: 'project/list/', query: ['workspace'], reads: ['data[].workspace'] },
  {
    method: 'POST',
    path: 'project/create/',
    body: ['name', 'workspace', 'status', 'description'],
    reads: DONE,
    form: true,
  },
  { method: 'GET', path: 'workspace/list/', reads: ['data[].workspace_project'] },
  {
    method: 'GET',
    path: 'workspace/get/list/',
    query: ['organization__id'],
    reads: ['status', 'data[].desc'],
  },
  {
    method: 'POST',
    path: 'workspace/create/',
    body: ['organization', 'name', 'desc'],
    reads: DONE,
    form: true,
  },
  {
    method: 'GET',
    path: 'organization-user/get/list/:id/',
    reads: ['profile[].organization_user.workspace'],
  },
  {
    method: 'GET',
    path: 'task-detail/list/',
    query: ['assigned_to__organization_user_id'],
    reads: [
      'tasks.current_tasks',
      'tasks.overdue',
      'tasks.completed',
      'tasks.upcoming',
      'task_count.over_due',
    ],
  },
  { method: 'GET', path: 'flag/project/count/', reads: ['data[]'] },
  { method: 'GET', path: 'project/task/list/', query: ['project__id'], reads: ['data[]'] },
  { method: 'GET', path: 'api/notifications/', reads: ['data[]'] },
  {
    method: 'GET',
    path: 'api/messages/:id/',
    reads: ['count', 'results[].message', 'results[].from_who.id', 'results[].has_been_seen'],
  },
  { method: 'GET', path: 'api/groups/', reads: ['results[].members', 'results[].name'] },
  { method: 'GET', path: 'api/groups/:id/', reads: ['data'] },
  { method: 'GET', path: 'api/group-messages/:id/', reads: ['results[]'] },
  { method: 'GET', path: 'groups/members/', query: ['name'], reads: ['results[].members'] },
  { method: 'POST', path: 'groups/create/', body: ['name', 'members'], reads: DONE },
  { method: 'PATCH', path: 'groups/:id/update/', body: ['name', 'members'], reads: DONE },
  { method: 'POST', path: 'api/logout/', reads: DONE },
];

export const SPEC_CALLS: readonly SpecCall[] = [...BOARD, ...SESSIONS];

/** Sockets of the sessions specification. */
export const SPEC_SOCKETS = ['/ws/chat/user/:id/', '/ws/chat/group/:id/'] as const;
