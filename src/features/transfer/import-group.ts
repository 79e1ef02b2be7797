import type { Prepared } from '../../../model/mutations/define-mutation.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import type { ImportContext } from '../../data/import.ts';

/** What of the project is on the device, and who imports. */
export interface ImportDeps extends ImportContext {
  readonly actor: Actor;
}

/** Changes that are done together or not at all; the first makes the row that the others are about. */
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
