import {
  IconArchive,
  IconArrowBarDown,
  IconArrowBarUp,
  IconArrowRight,
  IconCircleCheck,
  IconFlag,
  IconLink,
  IconListCheck,
  IconUserPlus,
  IconUsers,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Task } from '../../../model/entities/task.ts';
import { type Actor, withAllAccess } from '../../../model/permissions/actor.ts';
import { mayAddSubtask } from '../../../model/permissions/subtask.ts';
import {
  mayDeleteTask,
  mayDirectTask,
  mayManageCollaborators,
  mayMoveTask,
} from '../../../model/permissions/task.ts';
import { isDeleted } from '../../../model/shared/erasure.ts';
import { useBoardCards } from '../../data/cards.ts';
import { useActor, useAllowed } from '../../data/client.tsx';
import { useOfferedFlags } from '../../data/flags.ts';
import { useMembers } from '../../data/members.ts';
import { useProject } from '../../data/projects.ts';
import { useArchiveTask } from '../../data/archive-task.ts';
import { useReturnTask } from '../../data/return-task.ts';
import { useEraseDays, useTaskDeletion } from '../../data/deletion.ts';
import { deletionQuestion } from '../../data/deletion-question.ts';
import { completionOf } from '../../data/task-completion.ts';
import { useTaskEdits } from '../../data/task-edits.ts';
import { taskLink } from '../../data/task-link.ts';
import { useMoveTask, useRestorePosition, useTask } from '../../data/tasks.ts';
import { useToggleTask } from '../../data/toggle-task.ts';
import { i18n } from '../../i18n/i18n.ts';
import { copyText } from '../../ui/text/copy-text.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { showToast } from '../../ui/overlays/toasts.tsx';
import type { Command } from './command.ts';

/** Commands for the open task that the rules allow now; empty while no task is open. */
export function useTaskCommands(): readonly Command[] {
  const { task: id } = useSearch({ from: '/_app' });
  const task = useTask(id);
  const actor = useActor();
  const plain = usePlainCommands(task ?? undefined, actor);
  const moves = useMoveCommands(task ?? undefined, actor);
  const choices = useChoiceCommands(task ?? undefined, actor);
  if (task === undefined || task === null || actor === undefined) return [];
  return [...plain, ...moves, ...choices];
}

/**
 * True when the person has the right. The access flag is checked at the click, which then shows the alert
 * (board spec, 6).
 */
function hasPermission(
  actor: Actor | undefined,
  task: Task | undefined,
  rule: typeof mayMoveTask,
): boolean {
  return (
    actor !== undefined && task !== undefined && rule(withAllAccess(actor), task) === undefined
  );
}

const SECTION = 'This task' as const;

function usePlainCommands(task: Task | undefined, actor: Actor | undefined): readonly Command[] {
  const navigate = useNavigate();
  const allowed = useAllowed();
  const archive = useArchiveTask();
  const back = useReturnTask();
  const project = useProject(task?.project ?? '');
  const { toggle } = useToggleTask();
  const days = useEraseDays();
  const deletion = useTaskDeletion();
  const dialogs = useDialogs();
  if (task === undefined) return [];
  const { completer: side, ticked } = completionOf(task, actor);
  const setArchived = async (status: boolean) => {
    const undo = () => archive(task.id, !status);
    await (status ? back.unarchive(task, { undo }) : archive(task.id, false, { undo }));
  };
  const remove = async () => {
    if (!(await allowed((who) => mayDeleteTask(who, task)))) return;
    if (await dialogs.confirm(deletionQuestion(task, days))) await deletion.remove(task);
  };
  const addSubtask = async () => {
    if (!(await allowed((who) => mayAddSubtask(who, task)))) return;
    await navigate({ to: '.', search: (before) => ({ ...before, task: task.id, subtask: 'new' }) });
  };
  return [
    ...offered(side !== 'none' && task.status, {
      id: 'task-complete',
      title: completionTitle(side === 'creator', ticked),
      keywords: 'task complete tick finish open again',
      icon: <IconCircleCheck {...SMALL_ICON} />,
      run: () => void toggle(task),
    }),
    ...offered(task.status && hasPermission(actor, task, mayAddSubtask), {
      id: 'task-subtask',
      title: i18n.t('Add subtask'),
      keywords: 'task new',
      icon: <IconListCheck {...SMALL_ICON} />,
      run: () => void addSubtask(),
    }),
    ...offered(hasPermission(actor, task, mayDirectTask), {
      id: 'task-archive',
      title: task.status ? i18n.t('Archive task') : i18n.t('Unarchive task'),
      keywords: 'task remove restore',
      icon: <IconArchive {...SMALL_ICON} />,
      run: () => void setArchived(!task.status),
    }),
    ...offered(!isDeleted(task) && hasPermission(actor, task, mayDeleteTask), {
      id: 'task-delete',
      title: i18n.t('Delete task'),
      keywords: 'task remove erase trash',
      icon: <IconTrash {...SMALL_ICON} />,
      run: () => void remove(),
    }),
    ...offered(project !== undefined && project !== null, {
      id: 'task-link',
      title: i18n.t('Copy link to the task'),
      keywords: 'task address share',
      icon: <IconLink {...SMALL_ICON} />,
      run: () => void copyLink(taskLink(project?.slug ?? '', { task: task.id })),
    }),
  ];
}

function useMoveCommands(task: Task | undefined, actor: Actor | undefined): readonly Command[] {
  const cards = useBoardCards(task?.project) ?? [];
  const moveTask = useMoveTask();
  const restore = useRestorePosition();
  if (task === undefined || !task.status || !hasPermission(actor, task, mayMoveTask)) return [];
  const move = (card: string, place: 'top' | 'bottom') =>
    moveTask(task, card, place, { undo: () => restore(task) });
  return [
    ...cards
      .filter(({ id }) => id !== task.card)
      .map(({ id, name }) => ({
        id: `task-move-${id}`,
        title: i18n.t('Move to {name}', { name }),
        keywords: 'task stage card',
        section: SECTION,
        isDeep: true,
        icon: <IconArrowRight {...SMALL_ICON} />,
        run: () => void move(id, 'top'),
      })),
    ...offered(true, {
      id: 'task-top',
      title: i18n.t('Move to the top of its card'),
      keywords: 'task first',
      isDeep: true,
      icon: <IconArrowBarUp {...SMALL_ICON} />,
      run: () => void move(task.card, 'top'),
    }),
    ...offered(true, {
      id: 'task-bottom',
      title: i18n.t('Move to the bottom of its card'),
      keywords: 'task last',
      isDeep: true,
      icon: <IconArrowBarDown {...SMALL_ICON} />,
      run: () => void move(task.card, 'bottom'),
    }),
  ];
}

/** One command for each priority and each person of the project. */
function useChoiceCommands(task: Task | undefined, actor: Actor | undefined): readonly Command[] {
  const flags = useOfferedFlags();
  const members = useMembers(task?.project) ?? [];
  const edits = useTaskEdits();
  if (task === undefined || !task.status) return [];
  const mayDirect = hasPermission(actor, task, mayDirectTask);
  const mayCollaborate = hasPermission(actor, task, mayManageCollaborators);
  const people = members.map(({ person }) => person).filter(({ active }) => active);
  const isDeep = true;
  const section = SECTION;
  return [
    ...(mayDirect ? flags : [])
      .filter(({ id }) => id !== task.flag)
      .map(({ id, name }) => ({
        id: `task-flag-${id}`,
        title: i18n.t('Priority: {name}', { name }),
        keywords: 'task flag set',
        section,
        isDeep,
        icon: <IconFlag {...SMALL_ICON} />,
        run: () => void edits.setPriority([task.id], { id, name }),
      })),
    ...(mayDirect ? people : [])
      .filter(({ id }) => id !== task.assigned_to && !task.assigned_users.includes(id))
      .map(({ id, display_name }) => ({
        id: `task-assign-${id}`,
        title:
          id === actor?.orgUserId
            ? i18n.t('Assign to {name} (you)', { name: display_name })
            : i18n.t('Assign to {name}', { name: display_name }),
        keywords: 'task give me member',
        section,
        isDeep,
        icon: <IconUserPlus {...SMALL_ICON} />,
        run: () => void edits.assign([task.id], { id, name: display_name }),
      })),
    ...(mayCollaborate ? people : []).map(({ id, display_name }) => ({
      id: `task-collaborator-${id}`,
      title: task.collaborators.includes(id)
        ? i18n.t('Remove collaborator {name}', { name: display_name })
        : i18n.t('Add collaborator {name}', { name: display_name }),
      keywords: 'task collaborators people',
      section,
      isDeep,
      icon: <IconUsers {...SMALL_ICON} />,
      run: () => {
        const person = { id, name: display_name };
        if (task.collaborators.includes(id)) void edits.removeCollaborator([task.id], person);
        else void edits.addCollaborator([task.id], person);
      },
    })),
  ];
}

function completionTitle(isCreator: boolean, isTicked: boolean): string {
  if (isCreator) return isTicked ? i18n.t('Mark as not completed') : i18n.t('Mark as completed');
  return isTicked ? i18n.t('Mark as not done by me') : i18n.t('Mark as done by me');
}

async function copyLink(link: string): Promise<void> {
  const done = await copyText(link);
  showToast(
    done
      ? { message: i18n.t('Link copied') }
      : {
          message: i18n.t('The link could not be copied. Copy it from the address.'),
          kind: 'error',
        },
  );
}

/** The command, or nothing when it is not offered. */
function offered(
  isOffered: boolean,
  command: Omit<Command, 'section' | 'icon'> & { readonly icon: ReactNode },
): readonly Command[] {
  return isOffered ? [{ ...command, section: SECTION }] : [];
}
