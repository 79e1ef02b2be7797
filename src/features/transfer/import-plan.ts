import { cardArchive } from '../../../model/mutations/card/card-archive.ts';
import { cardCreate } from '../../../model/mutations/card/card-create.ts';
import { labelCreate } from '../../../model/mutations/label/label-create.ts';
import { memberAdd } from '../../../model/mutations/member/member-add.ts';
import { projectCreate } from '../../../model/mutations/project/project-create.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import { mayChangeCard, mayCreateCard } from '../../../model/permissions/card.ts';
import { mayCreateLabel } from '../../../model/permissions/label.ts';
import { mayDirectTask } from '../../../model/permissions/task.ts';
import { ranksAfter } from '../../../model/shared/rank.ts';
import { i18n } from '../../i18n/i18n.ts';
import { derivedId } from './derived-id.ts';
import type { ImportGroup, ImportDeps } from './import-group.ts';
import { matchPeople, type Matched } from './import-people.ts';
import { type CardPlan, planCard } from './import-tasks.ts';
import type { Loss, SourceBoard, SourceList } from './source-board.ts';
import { fitted } from './fitted-text.ts';

/** Target project of an import. */
export type ImportTarget =
  | { readonly kind: 'new'; readonly workspace: string; readonly name: string }
  | { readonly kind: 'existing'; readonly project: string };

export interface ImportPlan {
  readonly project: string;
  /** In the order in which they have to be written. */
  readonly groups: readonly ImportGroup[];
  readonly people: Matched;
  readonly losses: readonly Loss[];
  /** Sentences about values that are imported in another form. */
  readonly changes: readonly string[];
}

/** Project that an import creates; equal for the same file, workspace and name. */
export function targetProject(target: ImportTarget, board: SourceBoard, actor: Actor): string {
  if (target.kind === 'existing') return target.project;
  return derivedId('project', actor.orgId, target.workspace, board.id, target.name.trim());
}

/**
 * Mutations of an import, written as the importing person under the current rules. Pure: the same file and
 * target give the same row ids. Undefined: the project has no column, and the person may not add one.
 */
export function planImport(
  board: SourceBoard,
  target: ImportTarget,
  deps: ImportDeps,
): ImportPlan | undefined {
  const { actor } = deps;
  const project = targetProject(target, board, actor);
  const people = matchPeople(board.people, deps);
  const cards = planCards(board, project, deps);
  if (cards === undefined) return undefined;
  const labels = planLabels(board, project, deps);
  const plans: CardPlan[] = [];
  for (const { list, card, isArchived } of cards.places) {
    const ranks = ranksAfter(lastRank(plans, card, deps), list.cards.length);
    for (const [index, source] of list.cards.entries()) {
      plans.push(
        planCard(isArchived ? { ...source, isArchived } : source, {
          project,
          card,
          rank: ranks[index] ?? 'V',
          people,
          labels: labels.ids,
          deps,
        }),
      );
    }
  }
  return {
    project,
    people,
    groups: [
      ...projectGroups(board, target, { project, actor }),
      ...memberGroups({ project, people, actor, deps, plans }),
      ...cards.groups,
      ...labels.groups,
      ...plans.flatMap(({ groups }) => groups),
      ...cards.endings,
    ],
    losses: [
      ...board.losses,
      ...cards.losses,
      ...labels.losses,
      ...sumOf(plans.flatMap(({ losses }) => losses)),
    ],
    changes: [...board.changes, ...cards.changes, ...changesOf(plans, people)],
  };
}

function projectGroups(
  board: SourceBoard,
  target: ImportTarget,
  { project, actor }: { readonly project: string; readonly actor: Actor },
): readonly ImportGroup[] {
  if (target.kind === 'existing') return [];
  const made = projectCreate.prepare({
    id: project,
    workspace: target.workspace,
    name: fitted(target.name, 200) || i18n.t('Imported board'),
    description: fitted(board.description, 50_000),
    creator: actor.orgUserId,
  });
  return [{ what: 'project', changes: [made] }];
}

interface MemberInput {
  readonly project: string;
  readonly people: Matched;
  readonly actor: Actor;
  readonly deps: ImportDeps;
  readonly plans: readonly CardPlan[];
}

/** Adds assignees to the team first, and the importing person in a project of others. */
function memberGroups(input: MemberInput): readonly ImportGroup[] {
  const { project, actor, deps, plans } = input;
  const needed = new Set(plans.flatMap((plan) => plan.people));
  if (deps.project !== undefined) needed.add(actor.orgUserId);
  else needed.delete(actor.orgUserId);
  return [...needed]
    .filter((person) => !deps.members.has(person))
    .map((organization_user) => ({
      what: 'people',
      changes: [memberAdd.prepare({ project, organization_user })],
    }));
}

interface CardsPlan {
  readonly groups: readonly ImportGroup[];
  readonly places: readonly Place[];
  /** Written after the tasks: an archived column accepts none. */
  readonly endings: readonly ImportGroup[];
  readonly losses: readonly Loss[];
  readonly changes: readonly string[];
}

interface Place {
  readonly list: SourceList;
  readonly card: string;
  /** The column stays active and its tasks are archived, so that archived tasks do not return to the board. */
  readonly isArchived: boolean;
}

/** Lists become columns; a list uses the column that an earlier import created for it, or the one of the same name. */
function planCards(board: SourceBoard, project: string, deps: ImportDeps): CardsPlan | undefined {
  const byName = new Map(deps.cards.map((card) => [card.name.trim().toLowerCase(), card.id]));
  const byId = new Set(deps.cards.map(({ id }) => id));
  const mayAdd = mayCreateCard(deps.actor) === undefined;
  const mayArchive = mayChangeCard(deps.actor) === undefined;
  const mayArchiveTasks = mayArchiveOwnTask(deps.actor);
  const fallback = deps.cards[0]?.id;
  const ranks = ranksAfter(deps.cards.at(-1)?.rank, board.lists.length);
  const groups: ImportGroup[] = [];
  const endings: ImportGroup[] = [];
  const places: Place[] = [];
  let moved = 0;
  let lost = 0;
  for (const [index, list] of board.lists.entries()) {
    const own = derivedId('card', project, board.id, list.id);
    const known = byId.has(own)
      ? own
      : list.isArchived
        ? undefined
        : byName.get(list.name.trim().toLowerCase());
    if (list.isArchived && !mayArchive && !mayArchiveTasks) {
      lost += list.cards.length;
      continue;
    }
    if (known === undefined && !mayAdd) {
      if (fallback === undefined) return undefined;
      places.push({ list, card: fallback, isArchived: list.isArchived });
      moved += 1;
      continue;
    }
    places.push({ list, card: known ?? own, isArchived: list.isArchived && !mayArchive });
    if (known !== undefined && known !== own) continue;
    const name = fitted(list.name, 200) || i18n.t('Imported');
    const made = cardCreate.prepare({ id: own, project, name, rank: ranks[index] ?? 'V' });
    groups.push({ what: 'cards', changes: [made] });
    if (list.isArchived && mayArchive) {
      endings.push({
        what: 'archived cards',
        changes: [cardArchive.prepare({ id: own, status: false })],
      });
    }
  }
  const hasArchived = places.some(({ isArchived }) => isArchived);
  const card = deps.cards[0]?.name ?? '';
  const changes = moved === 0 ? [] : [movedMessage({ count: moved, card }, hasArchived)];
  const losses =
    lost === 0
      ? []
      : [
          {
            what: i18n.t('Tasks of archived lists'),
            count: lost,
            why: i18n.t('You may not archive here.'),
          },
        ];
  return { groups, places, endings, losses, changes };
}

function movedMessage(
  values: { readonly count: number; readonly card: string },
  hasArchived: boolean,
): string {
  return hasArchived
    ? i18n.t(
        'You may not add cards: the tasks of {count, plural, one {# list} other {# lists}} go into “{card}”, those of archived lists as archived tasks.',
        values,
      )
    : i18n.t(
        'You may not add cards: the tasks of {count, plural, one {# list} other {# lists}} go into “{card}”.',
        values,
      );
}

function mayArchiveOwnTask(actor: Actor): boolean {
  const own = { created_by: actor.orgUserId, assigned_to: null, assigned_users: [] };
  return mayDirectTask(actor, own) === undefined;
}

interface LabelsPlan {
  readonly groups: readonly ImportGroup[];
  /** By lower-case name. */
  readonly ids: ReadonlyMap<string, string>;
  readonly losses: readonly Loss[];
}

/** Labels of the imported tasks; an existing label of the same name is used. */
function planLabels(board: SourceBoard, project: string, deps: ImportDeps): LabelsPlan {
  const ids = new Map(deps.labels.map(({ id, name }) => [name.trim().toLowerCase(), id]));
  const groups: ImportGroup[] = [];
  const wanted = board.lists.flatMap(({ cards }) =>
    cards.flatMap(({ labels }) => labels.slice(0, 1)),
  );
  const mayAdd = mayCreateLabel(deps.actor) === undefined;
  let lost = 0;
  for (const label of new Set(wanted)) {
    const name = fitted(label, 200);
    const key = name.toLowerCase();
    const id = derivedId('label', project, key);
    if (name === '' || ids.has(key)) continue;
    if (!mayAdd) {
      lost += 1;
      continue;
    }
    ids.set(key, id);
    groups.push({ what: 'labels', changes: [labelCreate.prepare({ id, project, name })] });
  }
  const losses =
    lost === 0
      ? []
      : [{ what: i18n.t('Labels'), count: lost, why: i18n.t('You may not add labels here.') }];
  return { groups, ids, losses };
}

function lastRank(plans: readonly CardPlan[], card: string, deps: ImportDeps): string | undefined {
  return plans.findLast((plan) => plan.card === card)?.rank ?? deps.lastRanks.get(card);
}

function sumOf(losses: readonly Loss[]): readonly Loss[] {
  return [...Map.groupBy(losses, ({ what }) => what)].flatMap(([what, all]) => {
    const [first] = all;
    if (first === undefined) return [];
    return [{ what, why: first.why, count: all.reduce((sum, { count }) => sum + count, 0) }];
  });
}

function changesOf(plans: readonly CardPlan[], people: Matched): readonly string[] {
  const count = (of: (plan: CardPlan) => boolean) => plans.filter(of).length;
  const mine = count(({ isMine }) => isMine);
  const cut = count(({ isCut }) => isCut);
  const unknown = people.unknown.length;
  return [
    ...(mine === 0
      ? []
      : [
          i18n.t(
            '{count, plural, one {# task without an assignee known here is assigned to you.} other {# tasks without an assignee known here are assigned to you.}}',
            { count: mine },
          ),
        ]),
    ...(unknown === 0 ? [] : [unknownMessage(people.unknown)]),
    ...(cut === 0
      ? []
      : [
          i18n.t(
            '{count, plural, one {# name is longer than 99 characters: the whole name is kept in the description.} other {# names are longer than 99 characters: the whole name is kept in the description.}}',
            { count: cut },
          ),
        ]),
  ];
}

function unknownMessage(unknown: readonly string[]): string {
  const names = unknown.slice(0, 8).join(', ');
  const count = unknown.length - 8;
  return count > 0
    ? i18n.t('Not known here by name or e-mail: {names} and {count} more.', { names, count })
    : i18n.t('Not known here by name or e-mail: {names}.', { names });
}
