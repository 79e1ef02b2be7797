import { type Card, cards } from '../../../model/entities/card.ts';
import { comments } from '../../../model/entities/comment.ts';
import { projects } from '../../../model/entities/project.ts';
import { assigneesOf, type Task, tasks } from '../../../model/entities/task.ts';
import { cardArchive } from '../../../model/mutations/card/card-archive.ts';
import { cardCreate } from '../../../model/mutations/card/card-create.ts';
import { cardMove } from '../../../model/mutations/card/card-move.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { commentCreate } from '../../../model/mutations/comment/comment-create.ts';
import { commentDelete } from '../../../model/mutations/comment/comment-delete.ts';
import { commentEdit } from '../../../model/mutations/comment/comment-edit.ts';
import { taskArchive } from '../../../model/mutations/task/task-archive.ts';
import { taskAssign } from '../../../model/mutations/task/task-assign.ts';
import { taskCollaborate } from '../../../model/mutations/task/task-collaborate.ts';
import { taskCompleteEmployee } from '../../../model/mutations/task/task-complete-employee.ts';
import { taskComplete } from '../../../model/mutations/task/task-complete.ts';
import { taskCreate } from '../../../model/mutations/task/task-create.ts';
import { taskDelete } from '../../../model/mutations/task/task-delete.ts';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { taskMove } from '../../../model/mutations/task/task-move.ts';
import { taskSendBack } from '../../../model/mutations/task/task-send-back.ts';
import { taskSetFlag } from '../../../model/mutations/task/task-set-flag.ts';
import { memberId } from '../../../model/shared/ids.ts';
import {
  type Act,
  type Doing,
  on,
  me,
  list,
  find,
  pick,
  type,
  typeInto,
  rankAmong,
  memberOf,
} from './doing.ts';

/** Cards, tasks and comments. */
export const BOARD_ACTIONS = {
  'card-create': async (doing) => {
    const project = pick(doing, projects, () => true);
    return project && createCard(doing, project.id, doing.tab.newId());
  },
  'card-rename': (doing) =>
    on(
      pick(doing, cards, () => true),
      ({ id }) => {
        const name = type(doing, cards, id);
        return doing.tab.mutate(cardRename, { id, name });
      },
    ),
  'card-move': (doing) =>
    on(
      pick(doing, cards, () => true),
      (card) =>
        doing.tab.mutate(cardMove, {
          id: card.id,
          rank: rankAmong(
            doing,
            list(doing, cards, (one) => one.project === card.project),
          ),
        }),
    ),
  'card-archive': (doing) =>
    on(
      pick(doing, cards, () => true),
      ({ id, status }) => doing.tab.mutate(cardArchive, { id, status: !status }),
    ),
  'task-create': (doing) =>
    on(
      pick(doing, cards, ({ status }) => status),
      (card) => createTask(doing, card),
    ),
  'task-edit': (doing) =>
    on(pickOwn(doing), ({ id }) => {
      const name = type(doing, tasks, id);
      return doing.tab.mutate(taskEdit, { id, name });
    }),
  'task-text': (doing) =>
    on(pickOwn(doing), ({ id, description }) =>
      doing.tab.mutate(taskEdit, {
        id,
        description: typeInto(doing, tasks, id, description),
        description_base: description,
      }),
    ),
  'task-move': (doing) =>
    on(
      pick(doing, tasks, () => true),
      (task) => moveTask(doing, task, (card) => card.project === task.project),
    ),
  'task-move-project': (doing) =>
    on(
      pick(doing, tasks, () => true),
      (task) =>
        moveTask(
          doing,
          task,
          (card) => card.project !== task.project && isKnownIn(doing, task, card),
        ),
    ),
  'task-complete': (doing) =>
    on(pickOwn(doing), ({ id, is_completed }) =>
      doing.tab.mutate(taskComplete, {
        id,
        done: !is_completed,
        at: is_completed ? null : new Date(doing.tab.now()).toISOString(),
      }),
    ),
  'task-tick': (doing) =>
    on(
      pick(doing, tasks, (task) => task.assigned_to === me(doing)),
      ({ id, project, is_completed_employee: done }) =>
        doing.tab.mutate(taskCompleteEmployee, {
          id,
          done: !done,
          at: done ? null : new Date(doing.tab.now()).toISOString(),
          step: { id: doing.tab.newId(), project, people: [me(doing)] },
        }),
    ),
  'task-send-back': (doing) =>
    on(pickOwn(doing), (task) =>
      doing.tab.mutate(taskSendBack, {
        id: task.id,
        reason: 'Once more',
        at: new Date(doing.tab.now()).toISOString(),
        step: { id: doing.tab.newId(), project: task.project, people: [...assigneesOf(task)] },
      }),
    ),
  'task-archive': (doing) =>
    on(pickOwn(doing), ({ id, status }) => doing.tab.mutate(taskArchive, { id, status: !status })),
  'task-delete': (doing) =>
    on(pickOwn(doing), ({ id, deleted_at }) =>
      doing.tab.mutate(taskDelete, { id, deleted: deleted_at === null, status: true }),
    ),
  'task-assign': (doing) =>
    on(pickOwn(doing), ({ id, project }) => {
      const person = memberOf(doing, project);
      return doing.tab.mutate(taskAssign, {
        id,
        project,
        assigned_to: person,
        assigned_users: [],
      });
    }),
  'task-flag': (doing) =>
    on(pickOwn(doing), ({ id }) => doing.tab.mutate(taskSetFlag, { id, flag: doing.cast.flag })),
  'task-collaborate': (doing) =>
    on(pickOwn(doing), ({ id, project }) =>
      doing.tab.mutate(taskCollaborate, { id, project, collaborators: [memberOf(doing, project)] }),
    ),
  'comment-create': (doing) =>
    on(
      pick(doing, tasks, () => true),
      (task) => createComment(doing, task),
    ),
  'comment-edit': (doing) =>
    on(
      pick(doing, comments, (one) => one.author === me(doing) && !one.deleted),
      ({ id, comment }) =>
        doing.tab.mutate(commentEdit, {
          id,
          comment: typeInto(doing, comments, id, comment),
          comment_base: comment,
        }),
    ),
  'comment-delete': (doing) =>
    on(
      pick(doing, comments, (one) => one.author === me(doing) && !one.deleted),
      ({ id }) => doing.tab.mutate(commentDelete, { id }),
    ),
  'card-with-tasks': (doing) =>
    on(
      pick(doing, projects, () => true),
      async ({ id: project }) => {
        const card = doing.tab.newId();
        const refusal = await createCard(doing, project, card);
        if (refusal !== undefined) return refusal;
        const made = find(doing, cards, card);
        if (made === undefined) return undefined;
        const refused = (await createTask(doing, made)) ?? (await createTask(doing, made));
        if (refused !== undefined) return refused;
        const task = list(doing, tasks, (one) => one.card === card)[0];
        return task && createComment(doing, task);
      },
    ),
} as const satisfies Readonly<Record<string, Act>>;

export function pickOwn(doing: Doing): Task | undefined {
  return pick(doing, tasks, (task) => task.created_by === me(doing));
}

export function createCard(doing: Doing, project: string, id: string) {
  return doing.tab.mutate(cardCreate, {
    id,
    project,
    name: type(doing, cards, id),
    rank: rankAmong(
      doing,
      list(doing, cards, (one) => one.project === project),
    ),
  });
}

function createTask(doing: Doing, card: Card) {
  const id = doing.tab.newId();
  return doing.tab.mutate(taskCreate, {
    id,
    project: card.project,
    card: card.id,
    rank: rankAmong(
      doing,
      list(doing, tasks, (one) => one.card === card.id),
    ),
    name: type(doing, tasks, id),
    description: typeInto(doing, tasks, id, ''),
    flag: doing.cast.flag,
    label: null,
    start_date: null,
    end_date: null,
    assigned_to: memberOf(doing, card.project),
    assigned_users: [],
    collaborators: [],
    document: null,
  });
}

function createComment(doing: Doing, task: Task) {
  const id = doing.tab.newId();
  return doing.tab.mutate(commentCreate, {
    id,
    project: task.project,
    task: task.id,
    comment: typeInto(doing, comments, id, ''),
    attachment: null,
  });
}

/** True when the assignee is a member of the target project; the screens offer no other move. */
function isKnownIn(doing: Doing, task: Task, card: Card): boolean {
  const { assigned_to: person } = task;
  return (
    person === null ||
    doing.device.view().rows.has(`team_members/${memberId(card.project, person)}`)
  );
}

function moveTask(doing: Doing, task: Task, fits: (card: Card) => boolean) {
  return on(
    doing.random.maybePick(list(doing, cards, (card) => card.status && fits(card))),
    (card) =>
      doing.tab.mutate(taskMove, {
        id: task.id,
        project: card.project,
        card: card.id,
        rank: rankAmong(
          doing,
          list(doing, tasks, (one) => one.card === card.id && one.id !== task.id),
        ),
      }),
  );
}
