/** The one door for src: queries, writes, status. The only file of its kind. */
export { type Account, readActor } from './account.ts';
export type { AccountCalls, OwnSession } from './account-calls.ts';
export { type Client, createClient, listMyOrganizations } from './client.ts';
export type { TaskSummary } from '../store/all-tasks.ts';
export { openSearch, type Search } from './search.ts';
export type { Found, FoundKind, FoundRef } from '../worker/search-types.ts';
export type { AccountDb } from '../store/database.ts';
export type { AccountRecord } from '../store/device-db.ts';
export {
  notices,
  type OutboxEntry as OutboxItem,
  outboxItems,
  pendingMark,
  type PendingMark,
  type SyncStatus,
  syncStatus,
} from '../store/facts.ts';
export type { Notice, ReplicaReport } from '../worker/types.ts';
export { listInvitations, listOrganizationTeams } from '../store/queries/administration.ts';
export { archivedCards, boardCards, findCard } from '../store/queries/cards.ts';
export {
  type ConversationSummary,
  findGroup,
  findGroupByNumber,
  findMessage,
  type HistoryFacts,
  historyFacts,
  listConversations,
  listGroupMembers,
  listGroups,
  marksOfConversation,
  messagesBetween,
  searchMessages,
  unnumberedMessages,
} from '../store/queries/chat.ts';
export { commentCounts, taskComments } from '../store/queries/comments.ts';
export { type FileFacts, findFile, localBytes } from '../store/local-files.ts';
export { findLabel, labelNames, listLabels } from '../store/queries/labels.ts';
export { listFlags } from '../store/queries/flags.ts';
export { marksOf } from '../store/queries/marks.ts';
export { listMembers, listTeams, type Member } from '../store/queries/members.ts';
export { listLockedAccounts } from '../store/queries/locked-accounts.ts';
export { listMyTasks } from '../store/queries/my-tasks.ts';
export { notesNewestFirst, noteTagsByName } from '../store/queries/notes.ts';
export { listNotifications, listProjectMutes } from '../store/queries/notifications.ts';
export { findOrganization } from '../store/queries/organizations.ts';
export { findPerson, listPeople, listRoles, type RoleLists } from '../store/queries/people.ts';
export { findProject, findProjectBySlug, listProjects } from '../store/queries/projects.ts';
export {
  findSubtask,
  type SubtaskCount,
  subtaskCounts,
  taskSubtasks,
} from '../store/queries/subtasks.ts';
export {
  countLaneTasks,
  findTask,
  laneEnds,
  laneTaskIds,
  laneTasks,
  tasksByIds,
} from '../store/queries/tasks.ts';
export { allTodos } from '../store/queries/todos.ts';
export { listWorkspaces } from '../store/queries/workspaces.ts';
