import { useCallback } from 'react';
import type { TaskTemplate } from '../../model/entities/task-template.ts';
import type { Task } from '../../model/entities/task.ts';
import { subtaskCreate } from '../../model/mutations/subtask/subtask-create.ts';
import { taskCreate } from '../../model/mutations/task/task-create.ts';
import { taskTemplateCreate } from '../../model/mutations/task-template/task-template-create.ts';
import { taskTemplateDelete } from '../../model/mutations/task-template/task-template-delete.ts';
import { rankBetween, ranksAfter } from '../../model/shared/rank.ts';
import {
  type Account,
  columnEnds,
  findLabel,
  listMembers,
  listTaskTemplates,
  taskSubtasks,
} from '../../sync/client/index.ts';
import { i18n } from '../i18n/i18n.ts';
import {
  reasonsOf,
  useAccount,
  useChangesInFlight,
  useLiveOf,
  useMutate,
  useShowRefusal,
} from './client.tsx';
import { defaultAssignee, missingSubtasks } from './duplicate-task.ts';
import { defaultFlagOf, useOfferedFlags } from './flags.ts';

/** Templates for tasks of a project, by name; undefined while they are read. */
export function useTaskTemplates(
  projectId: string | undefined,
): readonly TaskTemplate[] | undefined {
  return useLiveOf(projectId, listTaskTemplates);
}

/** Saves a task with its subtasks as a template of its project; true when it is committed on this device. */
export function useSaveTemplate(): (task: Task) => Promise<boolean> {
  const account = useAccount();
  const mutate = useMutate();
  const showRefusal = useShowRefusal();
  return useCallback(
    async (task) => {
      if (account === undefined) return false;
      const missing = await missingSubtasks(account, [task.id]);
      if (missing !== undefined) {
        await showRefusal(missing);
        return false;
      }
      const { project, name, description, flag, label } = task;
      const subtasks = (await taskSubtasks(account.db, task.id)).map((subtask) => subtask.name);
      const id = account.newId();
      const args = { id, project, name, description, flag, label, subtasks };
      const undo = () => mutate(taskTemplateDelete, { id });
      const success = { message: i18n.t('“{name}” saved as a template', { name }), undo };
      return await mutate(taskTemplateCreate, args, { success });
    },
    [account, mutate, showRefusal],
  );
}

/** Deletes a template; Undo saves it again. */
export function useDeleteTemplate(): (template: TaskTemplate) => Promise<boolean> {
  const account = useAccount();
  const mutate = useMutate();
  return useCallback(
    async ({ id, project, name, description, flag, label, subtasks }) => {
      const again = { project, name, description, flag, label, subtasks: [...subtasks] };
      const undo = () => mutate(taskTemplateCreate, { ...again, id: account?.newId() ?? '' });
      const success = { message: i18n.t('Template “{name}” deleted', { name }), undo };
      return await mutate(taskTemplateDelete, { id }, { success });
    },
    [account, mutate],
  );
}

/**
 * Adds a task from a template at the end of a card, with its subtasks, assigned to the person or else to the first active member;
 * resolves to its id when it is committed on this device.
 */
export function useAddFromTemplate(): (
  template: TaskTemplate,
  card: string,
) => Promise<string | undefined> {
  const account = useAccount();
  const flags = useOfferedFlags();
  const changes = useChangesInFlight();
  const showRefusal = useShowRefusal();
  return useCallback(
    async (template, card) => {
      if (account === undefined) return undefined;
      const flag = template.flag ?? defaultFlagOf(flags)?.id ?? '';
      const { id, plan } = await templatePlan(template, { card, flag }, account);
      const reasons = reasonsOf(await changes.run(() => account.mutateAll(plan)));
      if (reasons.length === 0) return id;
      await showRefusal(reasons.join('\n'));
      return undefined;
    },
    [account, flags, changes, showRefusal],
  );
}

interface Target {
  readonly card: string;
  readonly flag: string;
}

async function templatePlan(
  { project, name, description, label, subtasks }: TaskTemplate,
  { card, flag }: Target,
  { db, newId, orgUserId }: Pick<Account, 'db' | 'newId' | 'orgUserId'>,
) {
  const id = newId();
  const [{ last }, members, known] = await Promise.all([
    columnEnds(db, card),
    listMembers(db, project),
    label === null ? undefined : findLabel(db, label),
  ]);
  const ranks = ranksAfter(undefined, subtasks.length);
  const plan = [
    taskCreate.prepare({
      id,
      project,
      card,
      rank: rankBetween(last?.rank, undefined),
      name,
      description,
      flag,
      label: known?.id ?? null,
      document: null,
      start_date: null,
      end_date: null,
      assigned_to: defaultAssignee(members, orgUserId) ?? null,
      assigned_users: [],
      collaborators: [],
    }),
    ...subtasks.map((subtask, index) =>
      subtaskCreate.prepare({
        id: newId(),
        project,
        task: id,
        rank: ranks[index] ?? 'V',
        name: subtask,
        start_date: null,
        end_date: null,
        is_completed: false,
      }),
    ),
  ];
  return { id, plan };
}
