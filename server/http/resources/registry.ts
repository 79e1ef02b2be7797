import { BOARD_RESOURCES } from './board.ts';
import type { Route } from '../pipeline.ts';
import { NOTE_RESOURCES } from './notes.ts';
import { PEOPLE_RESOURCES } from './people.ts';
import { TODO_RESOURCES } from './todos.ts';
import { SUBTASK_RESOURCES } from './subtasks.ts';
import { WORKSPACE_RESOURCES } from './workspaces.ts';

/** Every GET of the specification that is served. */
export const RESOURCES: readonly Route[] = [
  ...PEOPLE_RESOURCES,
  ...WORKSPACE_RESOURCES,
  ...BOARD_RESOURCES,
  ...SUBTASK_RESOURCES,
  ...NOTE_RESOURCES,
  ...TODO_RESOURCES,
];
