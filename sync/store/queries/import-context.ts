import type { Card } from '../../../model/entities/card.ts';
import type { Flag } from '../../../model/entities/flag.ts';
import type { Label } from '../../../model/entities/label.ts';
import type { OrgUser } from '../../../model/entities/org-user.ts';
import type { Project } from '../../../model/entities/project.ts';
import type { AccountDb } from '../database.ts';
import { boardCards } from './cards.ts';
import { listFlags } from './flags.ts';
import { listLabels } from './labels.ts';
import { listMembers } from './members.ts';
import { listPeople } from './people.ts';
import { findProject } from './projects.ts';
import { columnEnds } from './tasks.ts';

/** Rows of the target project that an import needs; all empty for a project that the import creates. */
export interface ImportContext {
  readonly project: Project | undefined;
  /** Active cards, in board order. */
  readonly cards: readonly Card[];
  /** Rank of the last task, by card. */
  readonly lastRanks: ReadonlyMap<string, string>;
  readonly labels: readonly Label[];
  /** Organisation users who are team members. */
  readonly members: ReadonlySet<string>;
  readonly people: readonly OrgUser[];
  /** Offered priorities, most urgent first. */
  readonly flags: readonly Flag[];
}

export async function loadImportContext(db: AccountDb, projectId: string): Promise<ImportContext> {
  const [project, cards, labels, members, people, flags] = await Promise.all([
    findProject(db, projectId),
    boardCards(db, projectId),
    listLabels(db, projectId),
    listMembers(db, projectId),
    listPeople(db),
    listFlags(db),
  ]);
  const ends = await Promise.all(cards.map((card) => columnEnds(db, card.id)));
  const lastRanks = new Map<string, string>();
  for (const [index, card] of cards.entries()) {
    const rank = ends[index]?.last?.rank;
    if (rank !== undefined) lastRanks.set(card.id, rank);
  }
  return {
    project,
    cards,
    lastRanks,
    labels,
    members: new Set(members.map(({ person }) => person.id)),
    people,
    // Rows of older builds have no status and are offered.
    flags: flags.filter((flag) => flag.status !== false),
  };
}
