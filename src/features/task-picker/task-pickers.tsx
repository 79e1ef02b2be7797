import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Task } from '../../../model/entities/task.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import {
  mayDirectTask,
  mayEditTask,
  mayManageCollaborators,
  mayMoveTask,
} from '../../../model/permissions/task.ts';
import type { Refusal } from '../../../model/shared/errors.ts';
import { useAccount, useAllowed } from '../../data/client.tsx';
import {
  type PickerKind,
  type PickerRequest,
  type TaskPicker,
  TaskPickerContext,
} from '../../data/task-picker.ts';
import { findTasks } from '../../data/tasks.ts';
import { isTyping } from '../../ui/focus/is-typing.ts';
import { useTypedAhead } from '../../ui/focus/typed-ahead.ts';
import { shortcutOf } from '../../ui/keys/shortcut-keys.ts';
import { loadWhenIdle, prefetch } from '../../ui/prefetch.ts';

const picker = prefetch(async () => (await import('./task-picker.tsx')).TaskPicker);
const { Component: Picker } = picker;

const KEYS: Readonly<Record<string, PickerKind>> = {
  a: 'assignee',
  o: 'collaborators',
  p: 'priority',
  d: 'due',
  t: 'start',
  l: 'label',
  s: 'stage',
  e: 'name',
};

const RULES: Readonly<Record<PickerKind, (actor: Actor, task: Task) => Refusal | undefined>> = {
  assignee: mayDirectTask,
  'further-assignee': mayDirectTask,
  collaborators: mayManageCollaborators,
  priority: mayDirectTask,
  label: mayDirectTask,
  due: mayEditTask,
  start: mayEditTask,
  name: mayEditTask,
  stage: mayMoveTask,
};

interface Props {
  /** Task that the address opens. */
  readonly openTask: string | undefined;
  readonly children: ReactNode;
}

/** Pickers of the properties of tasks, opened by a key on any task or by a control. */
export function TaskPickers({ openTask, children }: Props) {
  const [shown, show] = useState<PickerRequest>();
  const account = useAccount();
  const allowed = useAllowed();
  const ahead = useTypedAhead();
  const selected = useRef<readonly string[]>(undefined);
  const open = useCallback(
    (request: PickerRequest) => {
      void (async () => {
        const [first, ...others] =
          account === undefined ? [] : await findTasks(account.db, request.tasks);
        const isAlone = first !== undefined && others.length === 0;
        // Several tasks: those that the person may not change are left out and reported.
        const may = !isAlone || (await allowed((who) => RULES[request.kind](who, first)));
        if (first?.status === true && may) show(request);
        else ahead.discard();
      })();
    },
    [account, allowed, ahead],
  );
  const value = useMemo<TaskPicker>(
    () => ({
      open,
      select: (tasks) => {
        selected.current = tasks;
      },
    }),
    [open],
  );
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      const kind = KEYS[shortcutOf(event)];
      if (kind === undefined || hasModifier || event.defaultPrevented || isTyping(event)) return;
      const tasks = selected.current ?? targetOf(event.target, openTask);
      if (tasks === undefined || (kind === 'name' && tasks.length > 1)) return;
      event.preventDefault();
      ahead.begin();
      open({ kind, tasks });
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [open, openTask, ahead]);
  useEffect(() => loadWhenIdle([picker]), []);
  return (
    <TaskPickerContext value={value}>
      {children}
      <Suspense>
        {shown !== undefined && (
          <Picker request={shown} deliverTyped={ahead.deliver} onClose={() => show(undefined)} />
        )}
      </Suspense>
    </TaskPickerContext>
  );
}

/** The task whose name has the focus, else the open one. */
function targetOf(target: EventTarget | null, open: string | undefined) {
  const focused = target instanceof HTMLElement ? target.dataset['taskName'] : undefined;
  const task = focused ?? open;
  return task === undefined ? undefined : [task];
}
