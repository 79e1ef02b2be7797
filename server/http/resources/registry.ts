import { ADMINISTRATION_RESOURCES } from './administration.ts';
import { BOARD_RESOURCES } from './board.ts';
import { CHAT_RESOURCES } from './chat.ts';
import { FILE_ROUTES } from './files.ts';
import type { Route } from '../pipeline.ts';
import { NOTE_RESOURCES } from './notes.ts';
import { SAVED_VIEW_RESOURCES } from './saved-views.ts';
import { OVERVIEW_RESOURCES } from './overview.ts';
import { PEOPLE_RESOURCES } from './people.ts';
import { SECURITY_RESOURCES } from './security-log.ts';
import { SUMMARY_TASK_RESOURCES } from './summary-tasks.ts';
import { TODO_RESOURCES } from './todos.ts';
import { SUBTASK_RESOURCES } from './subtasks.ts';
import { TASK_FILE_RESOURCES } from './task-files.ts';
import { RECEIPT_RESOURCES } from './receipts.ts';
import { RETENTION_RESOURCES } from './retention.ts';
import { TASK_STEP_RESOURCES } from './task-steps.ts';
import { WORKSPACE_RESOURCES } from './workspaces.ts';

/** Every GET of the specification. */
export const RESOURCES: readonly Route[] = [
  ...PEOPLE_RESOURCES,
  ...ADMINISTRATION_RESOURCES,
  ...WORKSPACE_RESOURCES,
  ...BOARD_RESOURCES,
  ...SUBTASK_RESOURCES,
  ...TASK_FILE_RESOURCES,
  ...TASK_STEP_RESOURCES,
  ...RECEIPT_RESOURCES,
  ...OVERVIEW_RESOURCES,
  ...SUMMARY_TASK_RESOURCES,
  ...NOTE_RESOURCES,
  ...SAVED_VIEW_RESOURCES,
  ...CHAT_RESOURCES,
  ...FILE_ROUTES,
  ...TODO_RESOURCES,
  ...SECURITY_RESOURCES,
  ...RETENTION_RESOURCES,
];
