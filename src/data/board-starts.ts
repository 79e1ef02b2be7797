import { cardCreate } from '../../model/mutations/card/card-create.ts';
import type { Prepared } from '../../model/mutations/define-mutation.ts';
import { labelCreate } from '../../model/mutations/label/label-create.ts';
import { subtaskCreate } from '../../model/mutations/subtask/subtask-create.ts';
import { taskCreate } from '../../model/mutations/task/task-create.ts';
import { ranksAfter } from '../../model/shared/rank.ts';
import {
  type Account,
  boardCards,
  columnTasks,
  detailsOf,
  firstDownload,
  listLabels,
  readOutlineState,
  taskSubtasks,
} from '../../sync/client/index.ts';
import { i18n, translated } from '../i18n/i18n.ts';

/** Sets of cards that an empty board offers, in English. */
export const STAGE_SETS = [
  [/*i18n*/ 'To do', /*i18n*/ 'Doing', /*i18n*/ 'Done'],
  [/*i18n*/ 'Backlog', /*i18n*/ 'This week', 'Doing', 'Done'],
  ['To do', 'Doing', /*i18n*/ 'In review', 'Done'],
  [/*i18n*/ 'Planned', /*i18n*/ 'On site', /*i18n*/ 'To inspect', 'Done'],
] as const;

/** First content of a board: a set of cards, or the cards and labels of another project, with its open tasks or without. */
export type BoardStart =
  | { readonly kind: 'stages'; readonly names: readonly string[] }
  | { readonly kind: 'project'; readonly project: string; readonly withTasks: boolean };

interface Target {
  readonly project: string;
  /** Member to whom copied tasks are assigned: an assignee is required, and the original's may be no member. */
  readonly creator: string;
}

type Source = Pick<Account, 'db' | 'newId'>;

/**
 * Mutations that give a board its first content, in the order in which they are written. Of tasks, the name, the
 * description, the priority, the label and the subtasks are copied; dates, people, ticks, comments and files are not.
 */
export async function startPlan(
  start: BoardStart,
  target: Target,
  source: Source,
): Promise<readonly Prepared[]> {
  if (start.kind === 'stages')
    return cardsPlan(start.names.map(translated), target.project, source).plan;
  const { db, newId } = source;
  const [cards, labels] = await Promise.all([
    boardCards(db, start.project),
    listLabels(db, start.project),
  ]);
  const { ids, plan } = cardsPlan(
    cards.map(({ name }) => name),
    target.project,
    source,
  );
  const labelIds = new Map(labels.map(({ id }) => [id, newId()]));
  const copies = labels.map(({ id, name }) =>
    labelCreate.prepare({ id: labelIds.get(id) ?? '', project: target.project, name }),
  );
  const tasks = start.withTasks
    ? await Promise.all(
        cards.map(({ id }, index) =>
          tasksPlan(id, { ...target, card: ids[index] ?? '', labelIds }, source),
        ),
      )
    : [];
  return [...plan, ...copies, ...tasks.flat()];
}

/**
 * Reason why the tasks of a project cannot be copied now; undefined when they can. Those of a project that are not on
 * this device are downloaded from now on.
 */
export async function whyNotCopied(
  start: BoardStart | undefined,
  account: Pick<Account, 'db' | 'orgId' | 'holdProjects'>,
): Promise<string | undefined> {
  if (start?.kind !== 'project' || !start.withTasks) return undefined;
  const { db, orgId } = account;
  const [state, isArriving] = await Promise.all([
    readOutlineState(db, orgId),
    firstDownload(db, orgId),
  ]);
  const isHere = detailsOf(state, start.project) === 'here' && !isArriving(start.project);
  if (isHere) return undefined;
  account.holdProjects([start.project]);
  return i18n.t(
    'The tasks of that project with their sub-tasks are not all on this device yet. Try again when they have been downloaded, or copy it without tasks.',
  );
}

/** Cards in their order, with their ids. */
export function cardsPlan(
  names: readonly string[],
  project: string,
  { newId }: Pick<Source, 'newId'>,
): { readonly ids: readonly string[]; readonly plan: readonly Prepared[] } {
  const ranks = ranksAfter(undefined, names.length);
  const ids = names.map(() => newId());
  const plan = names.map((name, index) =>
    cardCreate.prepare({ id: ids[index] ?? '', project, name, rank: ranks[index] ?? 'V' }),
  );
  return { ids, plan };
}

interface TaskTarget extends Target {
  readonly card: string;
  /** Ids of the copied labels by the original's. */
  readonly labelIds: ReadonlyMap<string, string>;
}

async function tasksPlan(
  card: string,
  target: TaskTarget,
  { db, newId }: Source,
): Promise<readonly Prepared[]> {
  const open = (await columnTasks(db, card)).filter((task) => !task.is_completed);
  const plans = open.map(async (task) => {
    const id = newId();
    const subtasks = (await taskSubtasks(db, task.id)).filter(({ status }) => status);
    return [
      taskCreate.prepare({
        id,
        project: target.project,
        card: target.card,
        rank: task.rank,
        name: task.name,
        description: task.description,
        flag: task.flag ?? '',
        label: target.labelIds.get(task.label ?? '') ?? null,
        document: null,
        start_date: null,
        end_date: null,
        assigned_to: target.creator,
        assigned_users: [],
        collaborators: [],
      }),
      ...subtasks.map((subtask) =>
        subtaskCreate.prepare({
          id: newId(),
          project: target.project,
          task: id,
          rank: subtask.rank,
          name: subtask.name,
          start_date: null,
          end_date: null,
          is_completed: false,
        }),
      ),
    ];
  });
  return (await Promise.all(plans)).flat();
}
