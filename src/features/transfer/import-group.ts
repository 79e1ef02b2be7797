import type { Prepared } from '../../../model/mutations/define-mutation.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import type { ImportContext } from '../../data/import.ts';

/** Local rows of the project, and the importing person. */
export interface ImportDeps extends ImportContext {
  readonly actor: Actor;
}

/** Mutations that are written together or not at all; the first one creates the row that the others refer to. */
export interface ImportGroup {
  readonly what:
    | 'project'
    | 'people'
    | 'cards'
    | 'labels'
    | 'tasks'
    | 'subtasks'
    | 'comments'
    | 'archived cards';
  readonly changes: readonly Prepared[];
}
