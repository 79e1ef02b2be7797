/** Public interface of sync for src: queries, writes, status. The only barrel in the repository. */
export type { Account } from './account.ts';
export type { NewFile } from '../store/attach-file.ts';
export type {
  AccountCalls,
  ActivityEntry,
  ActivityFilters,
  ActivityPage,
  OwnSession,
  Removal,
  RequestedRemoval,
  SessionList,
} from './account-calls.ts';
export type { DataLoss } from './data-loss.ts';
export type { GateCalls, GateState } from './device-locks.ts';
export type { InTheWay } from '../store/encrypt-device.ts';
export { type ChatRealtime, openChatRealtime } from './chat-realtime.ts';
export { type Client, createClient, listMyOrganizations } from './client.ts';
export { loadSnapshots, type Snapshots, startClient } from './start-client.ts';
export {
  exportAccounts,
  type ExportProgress,
  type ExportResult,
  fetchOlderMessages,
  type LeftOut,
  type RunningExport,
  startExport,
} from './export.ts';
export { fileAddress, fileBytes, servedBytes, shellBytes } from './file-bytes.ts';
export type { TaskSummary } from '../store/all-tasks.ts';
export type { SoFar } from '../store/reactive/followed-rows.ts';
export { causeOf, followNotSaved } from './not-saved.ts';
export { pushShowsText, pushState, type PushState, turnPushOff, turnPushOn } from './push.ts';
export { lostOnSharedComputer, lostOnSharedComputerShown } from './shared-computer.ts';
export { openSearch, type Search } from './search.ts';
export type { Found, FoundKind, FoundRef } from '../worker/search-types.ts';
export type { GroupOutcome } from '../store/write-groups.ts';
export { type ImportContext, loadImportContext } from '../store/queries/import-context.ts';
export { knownRows } from '../store/queries/known-rows.ts';
export type { WriteFailure } from '../store/not-saved.ts';
export type { ImportReport } from '../store/import-unsent.ts';
export type { UnsentCopy } from '../store/unsent-copy.ts';
export type { AccountDb } from '../store/database.ts';
export type { AccountRecord } from '../store/device-db.ts';
export { overdueAccount } from '../store/overdue-account.ts';
export { type Departure, type KeptEntry, withMessages } from '../store/departure.ts';
export { fileEntryId } from '../store/outbox-entry-id.ts';
export {
  markOfRow,
  marksOfRows,
  notices,
  pendingFieldsMark,
  pendingMark,
  type PendingMark,
  type SyncStatus,
} from '../store/sync-status.ts';
export { type OutboxEntry as OutboxItem, outboxItems } from '../store/outbox-entries.ts';
export type { ReferenceData } from '../store/reference-data.ts';
export type { Observed } from '../store/reactive/observed.ts';
export type { Comparison, NotCompared, Notice, Repair, ReplicaReport } from '../worker/types.ts';
export { dropActivity, keepActivity, keptActivity } from '../store/kept-activity.ts';
export { listInvitations, listOrganizationTeams } from '../store/queries/administration.ts';
export type { BoardSnapshot, ColumnSnapshot } from '../store/queries/board-snapshot.ts';
export { archivedCards, boardCards, cardNames, findCard } from '../store/queries/cards.ts';
export {
  findGroup,
  findGroupByNumber,
  findMessage,
  type LastMessages,
  type MessageContext,
  lastMessages,
  messageContext,
  listGroupMembers,
  marksOfConversation,
  messagesBetween,
  newestMessages,
  rejectedMessages,
  searchMessages,
} from '../store/queries/chat.ts';
export {
  type ConversationSummary,
  listConversations,
  listGroups,
} from '../store/queries/conversations.ts';
export { commentCounts, commentedTasks, taskComments } from '../store/queries/comments.ts';
export { type FileContext, findFile, localBytes } from '../store/local-files.ts';
export { isKeptReadable } from '../store/queries/kept-readable.ts';
export { findLabel, listLabels } from '../store/queries/labels.ts';
export { listMembers, listTeams, type Member } from '../store/queries/members.ts';
export { lostAccounts as listLostAccounts } from '../store/device-db.ts';
export { listLockedAccounts } from '../store/queries/locked-accounts.ts';
export { listMyTasks } from '../store/queries/my-tasks.ts';
export { notesNewestFirst, noteTagsByName } from '../store/queries/notes.ts';
export { listConversationMutes, listMutedTasks, listProjectMutes } from '../store/queries/mutes.ts';
export { listNotifications } from '../store/queries/notifications.ts';
export { findOrganization } from '../store/queries/organizations.ts';
export { findPerson, listPeople, listRoles, type RoleLists } from '../store/queries/people.ts';
export {
  detailsOf,
  hotDetailsOf,
  isHot,
  outlinedIn,
  type OutlineState,
  type ProjectDetails,
  type ProjectTasks,
  readOutlineState,
  summarizedIn,
  tasksOf,
  wantedIn,
} from '../store/queries/project-details.ts';
export { baseOfTask, type TaskDetails, taskDetailsOf } from '../store/queries/task-details.ts';
export { firstDownload } from '../store/queries/first-download.ts';
export { drawingsAmong } from '../store/queries/drawings.ts';
export {
  type FilePlace,
  listProjectFiles,
  projectFilePlaces,
} from '../store/queries/project-files.ts';
export { findProject, findProjectBySlug } from '../store/queries/projects.ts';
export {
  findSubtask,
  type SubtaskCount,
  subtaskCounts,
  taskSubtasks,
} from '../store/queries/subtasks.ts';
export { listTaskSteps, stepsOfProject, stepsOfReturned } from '../store/queries/task-steps.ts';
export { listTaskFiles, taskFileCounts } from '../store/queries/task-files.ts';
export {
  countColumnTasks,
  findTask,
  columnEnds,
  columnTaskIds,
  columnTasks,
  tasksByIds,
} from '../store/queries/tasks.ts';
export { observeReminderSources, type ReminderSources } from '../store/queries/reminder-sources.ts';
export { listTaskTemplates } from '../store/queries/task-templates.ts';
export { listSavedViews } from '../store/queries/saved-views.ts';
export {
  type NamedOverwrite,
  overwritesOfPerson,
  overwritesOfPlaces,
  overwritesOfTask,
} from '../store/queries/overwrites.ts';
export { type ReceivedHere, receivedHere } from '../store/queries/received.ts';
export {
  keepReceipts,
  keepWorkReceipts,
  keptReceipts,
  keptWorkReceipts,
} from '../store/kept-receipts.ts';
export { type SentTask, type SentWork, sentWork } from '../store/queries/sent-work.ts';
export { newestOfTask } from '../store/queries/seen.ts';
export { dueSeen, markSeenReported, noteSeen } from '../store/seen-notes.ts';
export { listSnoozes } from '../store/queries/snoozes.ts';
export { allTodos } from '../store/queries/todos.ts';
export {
  type LeftAt,
  listRejectedChanges,
  type OwnChange,
  sinceLeft,
  type SinceLeft,
} from '../store/queries/since-left.ts';
export { type Archived, findWorkspace, listArchived } from '../store/queries/workspaces.ts';
export type { Keepable, PackingState } from '../store/packing-choices.ts';
export type { ProjectReadiness, Readiness } from '../store/queries/readiness.ts';
export { loadHoldings } from './load-holdings.ts';
export { loadPacking } from './load-packing.ts';
export { loadShots } from './load-shots.ts';
export type { Drafts } from '../store/drafts.ts';
export { changeElsewhere } from '../store/drafts-elsewhere.ts';
export type { TypedText } from '../store/texts-without-place.ts';
export { loadWithoutPlace } from './load-without-place.ts';
