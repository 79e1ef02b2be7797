import type { Card } from '../../../model/entities/card.ts';
import type { Flag } from '../../../model/entities/flag.ts';
import type { Label } from '../../../model/entities/label.ts';
import type { OrgUser } from '../../../model/entities/org-user.ts';
import type { Project } from '../../../model/entities/project.ts';
import type { Prepared } from '../../../model/mutations/define-mutation.ts';
import type { Actor } from '../../../model/permissions/actor.ts';

/** What of the project is on the device; all empty for one that does not exist yet. */
export interface ImportWorld {
  readonly project: Project | undefined;
  /** Active ones, in board order. */
  readonly cards: readonly Card[];
  /** Rank of the last task, by card. */
  readonly lastRanks: ReadonlyMap<string, string>;
  readonly labels: readonly Label[];
  /** Organisation users who are team members. */
  readonly members: ReadonlySet<string>;
  readonly people: readonly OrgUser[];
  /** Those that are offered, most urgent first. */
  readonly flags: readonly Flag[];
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
