import type { RawRow } from '../../model/entities/define-entity.ts';
import { cards, type Card } from '../../model/entities/card.ts';
import { comments } from '../../model/entities/comment.ts';
import { noteTags } from '../../model/entities/note-tag.ts';
import { notes } from '../../model/entities/note.ts';
import { projects } from '../../model/entities/project.ts';
import { tasks, type Task } from '../../model/entities/task.ts';
import { teamMembers } from '../../model/entities/team-member.ts';
import { workspaces } from '../../model/entities/workspace.ts';
import type { Entity } from '../../model/entities/define-entity.ts';
import { cardArchive } from '../../model/mutations/card-archive.ts';
import { cardCreate } from '../../model/mutations/card-create.ts';
import { cardMove } from '../../model/mutations/card-move.ts';
import { cardRename } from '../../model/mutations/card-rename.ts';
import { commentCreate } from '../../model/mutations/comment-create.ts';
import { commentDelete } from '../../model/mutations/comment-delete.ts';
import { commentEdit } from '../../model/mutations/comment-edit.ts';
import { memberAdd } from '../../model/mutations/member-add.ts';
import { memberRemove } from '../../model/mutations/member-remove.ts';
import { noteCreate } from '../../model/mutations/note-create.ts';
import { noteDelete } from '../../model/mutations/note-delete.ts';
import { noteEdit } from '../../model/mutations/note-edit.ts';
import { noteTagCreate } from '../../model/mutations/note-tag-create.ts';
import { personCreate } from '../../model/mutations/person-create.ts';
import { projectCreate } from '../../model/mutations/project-create.ts';
import { taskArchive } from '../../model/mutations/task-archive.ts';
import { taskAssign } from '../../model/mutations/task-assign.ts';
import { taskCollaborate } from '../../model/mutations/task-collaborate.ts';
import { taskCompleteEmployee } from '../../model/mutations/task-complete-employee.ts';
import { taskComplete } from '../../model/mutations/task-complete.ts';
import { taskCreate } from '../../model/mutations/task-create.ts';
import { taskEdit } from '../../model/mutations/task-edit.ts';
import { taskMove } from '../../model/mutations/task-move.ts';
import { taskSetFlag } from '../../model/mutations/task-set-flag.ts';
import { workspaceCreate } from '../../model/mutations/workspace-create.ts';
import { memberId } from '../../model/shared/ids.ts';
import type { Refusal } from '../../model/shared/errors.ts';
import { compareRanked, rankBetween } from '../../model/shared/rank.ts';
import type { Device, Tab } from './device-types.ts';
import type { Dice } from './dice.ts';
import type { Cast } from './people.ts';

/** What people do, and how often. Each looks at what their device shows, as the screens do. */
export const ACTIONS = {
  'card-create': 3,
  'card-rename': 4,
  'card-move': 4,
  'card-archive': 2,
  'task-create': 6,
  'task-edit': 8,
  'task-text': 10,
  'task-move': 8,
  'task-move-project': 8,
  'task-complete': 4,
  'task-tick': 4,
  'task-archive': 3,
  'task-assign': 3,
  'task-flag': 2,
  'task-collaborate': 2,
  'comment-create': 6,
  'comment-edit': 6,
  'comment-delete': 2,
  'note-create': 3,
  'note-edit': 7,
  'note-delete': 2,
  'tag-create': 1,
  'member-add': 3,
  'member-remove': 3,
  'person-create': 1,
  'project-create': 1,
  'workspace-create': 1,
  'card-with-tasks': 4,
} as const;
export type ActionName = keyof typeof ACTIONS;

/** Words a person typed: they must be found again at the end. */
export interface Typed {
  readonly token: string;
  readonly table: string;
  readonly id: string;
  /** The long text it went into; undefined: a name, where the last writer wins. */
  readonly longText: string | undefined;
}

export interface Doing {
  readonly cast: Cast;
  readonly device: Device;
  readonly tab: Tab;
  readonly dice: Dice;
  /** People look at so many rows of a kind only; undefined: at all. */
  readonly focus: number | undefined;
  /** A word that nobody has typed before. */
  readonly word: () => string;
  /** Told as soon as a change with the words is asked for, before it is known whether it is accepted. */
  readonly type: (typed: Typed) => void;
}

type Act = (doing: Doing) => Promise<Refusal | undefined>;

/** Does it, or nothing when there is nothing to do it to. Resolves when it is on the device's disk. */
export function act(name: ActionName, doing: Doing): Promise<Refusal | undefined> {
  return PERFORM[name](doing);
}

const PERFORM: Readonly<Record<ActionName, Act>> = {
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
      ({ id, is_completed_employee: done }) =>
        doing.tab.mutate(taskCompleteEmployee, {
          id,
          done: !done,
          at: done ? null : new Date(doing.tab.now()).toISOString(),
        }),
    ),
  'task-archive': (doing) =>
    on(pickOwn(doing), ({ id, status }) => doing.tab.mutate(taskArchive, { id, status: !status })),
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
  'note-create': (doing) => createNote(doing),
  'note-edit': (doing) =>
    on(
      pick(doing, notes, () => true),
      ({ id, note }) =>
        doing.tab.mutate(noteEdit, {
          id,
          note: typeInto(doing, notes, id, note),
          note_base: note,
        }),
    ),
  'note-delete': (doing) =>
    on(
      pick(doing, notes, () => true),
      ({ id }) => doing.tab.mutate(noteDelete, { id }),
    ),
  'tag-create': (doing) => {
    const id = doing.tab.newId();
    return doing.tab.mutate(noteTagCreate, { id, name: type(doing, noteTags, id) });
  },
  'member-add': (doing) =>
    on(
      pick(doing, projects, () => true),
      ({ id }) => doing.tab.mutate(memberAdd, { project: id, organization_user: somebody(doing) }),
    ),
  'member-remove': (doing) =>
    on(
      pick(doing, teamMembers, () => true),
      ({ id }) => doing.tab.mutate(memberRemove, { id }),
    ),
  'person-create': (doing) => {
    const name = doing.word();
    return doing.tab.mutate(personCreate, {
      id: doing.tab.newId(),
      display_name: name,
      phone_number: '+4930123456',
      email: `${name}@example.org`,
      user_role: doing.cast.roles.member,
      role_category: doing.cast.roles.category,
    });
  },
  'project-create': (doing) =>
    on(
      pick(doing, workspaces, () => true),
      async (workspace) => {
        const id = doing.tab.newId();
        const refusal = await doing.tab.mutate(projectCreate, {
          id,
          workspace: workspace.id,
          name: type(doing, projects, id),
          description: '',
          creator: me(doing),
        });
        return refusal ?? createCard(doing, id, doing.tab.newId());
      },
    ),
  'workspace-create': (doing) => {
    const id = doing.tab.newId();
    return doing.tab.mutate(workspaceCreate, { id, name: type(doing, workspaces, id), desc: '' });
  },
  'card-with-tasks': (doing) =>
    on(
      pick(doing, projects, () => true),
      async ({ id: project }) => {
        const card = doing.tab.newId();
        const refusal = await createCard(doing, project, card);
        if (refusal !== undefined) return refusal;
        const made = find(doing, cards, card);
        if (made === undefined) return undefined;
        await createTask(doing, made);
        await createTask(doing, made);
        const task = list(doing, tasks, (one) => one.card === card)[0];
        return task && createComment(doing, task);
      },
    ),
};

async function on<Row>(
  row: Row | undefined,
  work: (row: Row) => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  return row === undefined ? undefined : work(row);
}

function me({ device }: Doing): string {
  return device.person.orgUserId;
}

function list<Row extends RawRow>(
  { device }: Doing,
  entity: Entity<Row>,
  fits: (row: Row) => boolean,
): readonly Row[] {
  const found: Row[] = [];
  for (const [key, row] of device.view().rows) {
    if (!key.startsWith(`${entity.table}/`)) continue;
    const parsed = entity.parse(row);
    if (fits(parsed)) found.push(parsed);
  }
  return found.toSorted((left, right) => (left.id < right.id ? -1 : 1));
}

function find<Row extends RawRow>(doing: Doing, entity: Entity<Row>, id: string): Row | undefined {
  return list(doing, entity, (row) => row.id === id)[0];
}

/** People meet at the same few rows: half of the time one of the first three. */
function pick<Row extends RawRow>(
  doing: Doing,
  entity: Entity<Row>,
  fits: (row: Row) => boolean,
): Row | undefined {
  const found = list(doing, entity, fits);
  const few = doing.focus ?? (doing.dice.chance(0.5) ? 3 : found.length);
  return doing.dice.maybePick(found.slice(0, few));
}

function pickOwn(doing: Doing): Task | undefined {
  return pick(doing, tasks, (task) => task.created_by === me(doing));
}

function type(doing: Doing, entity: Entity, id: string): string {
  const token = doing.word();
  doing.type({ token, table: entity.table, id, longText: undefined });
  return token;
}

/** Adds a word to a text and takes none away: at its begin, at its end, or on a line of its own. */
function typeInto(doing: Doing, entity: Entity, id: string, text: string): string {
  const token = doing.word();
  doing.type({ token, table: entity.table, id, longText: entity.longTexts[0] });
  const place = doing.dice.int(4);
  if (place === 0) return `${token} ${text}`;
  if (place === 1) return `${text} ${token}`;
  return place === 2 ? `${token}\n${text}` : `${text}\n${token}`;
}

function createCard(doing: Doing, project: string, id: string) {
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
  });
}

function createComment(doing: Doing, task: Task) {
  const id = doing.tab.newId();
  return doing.tab.mutate(commentCreate, {
    id,
    project: task.project,
    task: task.id,
    comment: typeInto(doing, comments, id, ''),
  });
}

function createNote(doing: Doing) {
  return on(
    pick(doing, noteTags, () => true),
    (tag) => {
      const id = doing.tab.newId();
      return doing.tab.mutate(noteCreate, {
        id,
        title: type(doing, notes, id),
        note: typeInto(doing, notes, id, ''),
        tags: tag.id,
      });
    },
  );
}

/** The assignee belongs to the project it would go to; otherwise the screens do not offer it. */
function isKnownIn(doing: Doing, task: Task, card: Card): boolean {
  const { assigned_to: person } = task;
  return (
    person === null ||
    doing.device.view().rows.has(`team_members/${memberId(card.project, person)}`)
  );
}

function moveTask(doing: Doing, task: Task, fits: (card: Card) => boolean) {
  return on(doing.dice.maybePick(list(doing, cards, (card) => card.status && fits(card))), (card) =>
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

function rankAmong(
  { dice }: Doing,
  rows: readonly { readonly rank: string; readonly id: string }[],
): string {
  const sorted = rows.toSorted(compareRanked);
  const place = dice.int(sorted.length + 1);
  return rankBetween(sorted[place - 1]?.rank, sorted[place]?.rank);
}

function memberOf(doing: Doing, project: string): string {
  const members = list(doing, teamMembers, (member) => member.project === project);
  return doing.dice.maybePick(members)?.organization_user ?? me(doing);
}

function somebody({ cast, dice }: Doing): string {
  return dice.pick([cast.ada, cast.ben, cast.cyd]).orgUserId;
}
