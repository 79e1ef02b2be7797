import { addColumn, type Migration } from './migration.ts';
import { spine } from './0001-spine.ts';
import { accounts } from './0002-accounts.ts';
import { board } from './0003-board.ts';
import { personal } from './0004-personal.ts';
import { administration } from './0005-administration.ts';
import { chat } from './0006-chat.ts';
import { filesMigration } from './0007-files.ts';
import { account } from './0008-account.ts';
import { retryKeys } from './0020-retry-keys.ts';
import { endedSessions } from './0022-ended-sessions.ts';
import { signInSafety } from './0023-sign-in-safety.ts';
import { numbersOfTheAdded } from './0024-numbers-of-the-added.ts';
import { deletedTexts } from './0025-deleted-texts.ts';
import { unsentReports } from './0026-unsent-reports.ts';
import { sealingKeys } from './0027-sealing-keys.ts';
import { fileReferences } from './0028-file-references.ts';
import { snoozes } from './0029-snoozes.ts';
import { taskMutes } from './0031-task-mutes.ts';
import { taskFiles } from './0032-task-files.ts';
import { reminderReads } from './0037-reminder-reads.ts';
import { settledKeys } from './0040-settled-keys.ts';
import { conversationMutes } from './0042-conversation-mutes.ts';
import { taskTemplates } from './0043-task-templates.ts';
import { savedViews } from './0044-saved-views.ts';
import { requestCounts } from './0047-request-counts.ts';
import { scopeDigests } from './0048-scope-digests.ts';
import { taskSteps } from './0051-task-steps.ts';
import { securityLog } from './0052-security-log.ts';
import { machineAccess } from './0053-machine-access.ts';
import { webhooks } from './0054-webhooks.ts';
import { overwrites } from './0055-overwrites.ts';
import { deviceCursors } from './0056-device-cursors.ts';
import { stepAnswers } from './0057-step-answers.ts';
import { secondFactors } from './0059-second-factors.ts';
import { passkeys } from './0060-passkeys.ts';
import { mailDigests } from './0063-mail-digests.ts';
import { mailParts } from './0064-mail-parts.ts';
import { taskSeen } from './0067-task-seen.ts';
import { receiptSettings } from './0068-receipt-settings.ts';
import { drawings } from './0069-drawings.ts';
import { voiceNotes } from './0070-voice-notes.ts';
import { whereShotsWereTaken } from './0071-where-shots-were-taken.ts';
import { singleSignOn } from './0072-single-sign-on.ts';
import { deletionForGood } from './0073-deletion-for-good.ts';
import { erasures } from './0074-erasures.ts';
import { retention } from './0075-retention.ts';
import { personErasures } from './0076-person-erasures.ts';
import { signInRules } from './0078-sign-in-rules.ts';
import { providerLogout } from './0079-provider-logout.ts';
import { organizationTokens } from './0080-organization-tokens.ts';
import { deviceHoldings } from './0081-device-holdings.ts';
import { organizationErasures } from './0085-organization-erasures.ts';
import { securityLogOfErased } from './0086-security-log-of-erased.ts';
import { ownProofs } from './0089-own-proofs.ts';
import { summaries } from './0090-summaries.ts';
import { organizationKeys } from './0091-organization-keys.ts';
import { formerTokenSecrets } from './0092-former-token-secrets.ts';
import { tasksByAge } from './0093-tasks-by-age.ts';
import { countedTasks } from './0094-counted-tasks.ts';
import { hotDevices } from './0096-hot-devices.ts';
import { searchedTasks } from './0097-searched-tasks.ts';
import { unusedFiles } from './0098-unused-files.ts';

/** All migrations in order. */
export const MIGRATIONS: readonly Migration[] = [
  spine,
  accounts,
  board,
  personal,
  administration,
  chat,
  filesMigration,
  account,
  // Priorities that are no longer offered stay on the tasks that have them.
  addColumn('0012-priorities', 'flags', { column: 'status', type: 'integer', fallback: 1 }),
  addColumn('0018-channel-joining', 'group_members', {
    column: 'since',
    type: 'integer',
    fallback: 0,
  }),
  addColumn('0019-channel-history-seen', 'message_marks', {
    column: 'back',
    type: 'integer',
    fallback: 0,
  }),
  retryKeys,
  endedSessions,
  signInSafety,
  numbersOfTheAdded,
  deletedTexts,
  unsentReports,
  sealingKeys,
  fileReferences,
  snoozes,
  addColumn('0030-notification-read', 'notifications', { column: 'read_at', type: 'text?' }),
  taskMutes,
  taskFiles,
  addColumn('0033-subtask-assignees', 'subtasks', { column: 'assigned_to', type: 'text?' }),
  addColumn('0035-todo-due-dates', 'todos', { column: 'due_date', type: 'text?' }),
  addColumn('0036-todo-reminders', 'todos', { column: 'remind_at', type: 'text?' }),
  reminderReads,
  addColumn('0038-note-tags', 'notes', { column: 'other_tags', type: 'text', fallback: '[]' }),
  addColumn('0039-deleted-note-tags', 'note_tags', {
    column: 'deleted',
    type: 'integer',
    fallback: 0,
  }),
  settledKeys,
  addColumn('0041-message-reactions', 'messages', {
    column: 'reactions',
    type: 'text',
    fallback: '{}',
  }),
  conversationMutes,
  taskTemplates,
  savedViews,
  addColumn('0045-account-language', 'users', { column: 'language', type: 'text?' }),
  addColumn('0046-notification-subtask', 'notifications', { column: 'subtask', type: 'text?' }),
  requestCounts,
  scopeDigests,
  addColumn('0050-session-host-cookie', 'sessions', {
    column: 'host_cookie',
    type: 'integer',
    fallback: 0,
  }),
  addColumn('0051-notification-reason', 'notifications', { column: 'reason', type: 'text?' }),
  taskSteps,
  securityLog,
  machineAccess,
  webhooks,
  overwrites,
  deviceCursors,
  stepAnswers,
  addColumn('0058-file-taken-at', 'files', { column: 'taken_at', type: 'text?' }),
  secondFactors,
  passkeys,
  mailDigests,
  mailParts,
  addColumn('0065-deleted-tasks', 'tasks', { column: 'deleted_at', type: 'text?' }),
  taskSeen,
  receiptSettings,
  drawings,
  voiceNotes,
  whereShotsWereTaken,
  singleSignOn,
  deletionForGood,
  erasures,
  retention,
  personErasures,
  signInRules,
  providerLogout,
  organizationTokens,
  deviceHoldings,
  addColumn('0082-encrypted-devices', 'sign_in_rules', {
    column: 'encrypt_devices',
    type: 'integer',
    fallback: 0,
  }),
  organizationErasures,
  securityLogOfErased,
  ownProofs,
  summaries,
  organizationKeys,
  formerTokenSecrets,
  tasksByAge,
  countedTasks,
  addColumn('0095-detail-months', 'organizations', {
    column: 'detail_months',
    type: 'integer',
    fallback: 6,
  }),
  hotDevices,
  searchedTasks,
  unusedFiles,
  addColumn('0099-failing-webhooks', 'webhooks', { column: 'failing_since', type: 'integer?' }),
  addColumn('0100-own-messages', 'message_marks', { column: 'own', type: 'integer?' }),
];
