import { createContext, type KeyboardEvent, type MouseEvent, useContext } from 'react';
import type { Card } from '../../../model/entities/card.ts';
import type { Flag } from '../../../model/entities/flag.ts';
import type { Label } from '../../../model/entities/label.ts';
import type { OrgUser } from '../../../model/entities/org-user.ts';
import { assigneesOf, type Task } from '../../../model/entities/task.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import { nameIn } from '../../data/person-name.ts';
import { i18n } from '../../i18n/i18n.ts';
import type { Completion } from '../../data/task-completion.ts';
import { instantInSentence } from '../../ui/text/date-format.ts';
import type { Grab } from './drag/grab.ts';

/** Data that every tile needs besides its own row. */
export interface BoardData {
  readonly actor: Actor | undefined;
  readonly people: ReadonlyMap<string, OrgUser>;
  readonly flags: ReadonlyMap<string, Flag>;
  readonly labels: ReadonlyMap<string, Label>;
  readonly cards: readonly Card[];
  /** True while tasks of the project may be missing: an empty column says nothing, and its number is not all. */
  readonly lacksTasks: boolean;
  /** True when details of cold tasks may be missing (OUT-7), and their counts with them. */
  readonly isHot: boolean;
  /** Today in the viewer's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** Time of the last render of the board, for texts like "Yesterday 14:05". Milliseconds. */
  readonly now: number;
}

/** Actions on a tile; one object for the lifetime of a board, so that tiles do not render again. */
export interface BoardActions {
  readonly open: (taskId: string) => void;
  /** Opens the task; with Ctrl/Cmd or Shift, or while a selection exists, selects it. */
  readonly click: (event: MouseEvent, task: Task) => void;
  readonly choose: (taskId: string) => void;
  /** Selects every visible task of a column. */
  readonly chooseAll: (cardId: string) => void;
  readonly toggle: (task: Task) => void;
  readonly archive: (task: Task) => void;
  /** Moves a task to the top or the bottom of a column. */
  readonly moveTo: (task: Task, cardId: string, end: 'top' | 'bottom') => void;
  readonly copyLink: (taskId: string) => void;
  readonly tileKey: (event: KeyboardEvent, task: Task) => void;
  readonly grab: Grab;
  readonly openMenu: (taskId: string | undefined) => void;
}

export const BoardActionsContext = createContext<BoardActions | undefined>(undefined);

export function useBoardActions(): BoardActions {
  const actions = useContext(BoardActionsContext);
  if (actions === undefined) throw new Error('useBoardActions needs a board');
  return actions;
}

/** Tooltip of the completion control: people and times of the checkboxes. */
export function completionLabel(task: Task, completion: Completion, data: BoardData): string {
  if (completion.state === 'accepted') return acceptedLabel(task, data);
  if (completion.state === 'waiting') return waitingLabel(task, data);
  if (completion.completer === 'creator') return i18n.t('Open: tick to mark it completed');
  if (completion.completer === 'assignee') {
    return completion.ticked
      ? i18n.t('Ticked by you, others have not yet')
      : i18n.t('Open: tick when you have done it');
  }
  // Not 'Open' alone, which is the verb of the menus.
  return i18n.t('{what, select, other {Open}}', { what: 'task' });
}

function acceptedLabel(task: Task, { people, now }: BoardData): string {
  const name = nameIn(people, task.created_by);
  if (task.is_completed_at === null) return i18n.t('Completed, accepted by {name}', { name });
  const when = instantInSentence(task.is_completed_at, now);
  return i18n.t('Completed, accepted by {name}, {when}', { name, when });
}

function waitingLabel(task: Task, { people, now }: BoardData): string {
  const at = task.is_completed_emp_at;
  const names = assigneesOf(task)
    .map((id) => nameIn(people, id))
    .join(', ');
  if (at === null) {
    return names === ''
      ? i18n.t('Done by the assignee, waiting for acceptance')
      : i18n.t('Done by {names}, waiting for acceptance', { names });
  }
  const when = instantInSentence(at, now);
  return names === ''
    ? i18n.t('Done by the assignee, {when}, waiting for acceptance', { when })
    : i18n.t('Done by {names}, {when}, waiting for acceptance', { names, when });
}
