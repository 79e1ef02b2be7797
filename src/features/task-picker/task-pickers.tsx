import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useAccount, useAllowed } from '../../data/client.tsx';
import {
  type PickerKind,
  type PickerRequest,
  type TaskPicker,
  TaskPickerContext,
} from '../../data/task-picker.ts';
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
      ahead.begin();
      void (async () => {
        let may = false;
        try {
          const { mayOpen } = await import('../../data/may-open-picker.ts');
          may = account !== undefined && (await mayOpen(account.db, request, allowed));
        } finally {
          if (may) show(request);
          else ahead.discard();
        }
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
      const request = requestOf(kind, event.target, { open: openTask, selected: selected.current });
      if (request === undefined) return;
      event.preventDefault();
      open(request);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [open, openTask]);
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

interface Targets {
  readonly open: string | undefined;
  readonly selected: readonly string[] | undefined;
}

/** The selected tasks, the task or subtask whose name has the focus, else the open task. */
function requestOf(
  kind: PickerKind,
  target: EventTarget | null,
  { open, selected }: Targets,
): PickerRequest | undefined {
  if (selected !== undefined) {
    return kind === 'name' && selected.length > 1 ? undefined : { kind, tasks: selected };
  }
  const focused = target instanceof HTMLElement ? target.dataset : {};
  const subtask = focused['subtaskName'];
  const task = focused['taskName'] ?? open;
  if (task === undefined) return undefined;
  if (subtask === undefined) return { kind, tasks: [task] };
  return isOfSubtask(kind) ? { kind, tasks: [task], subtask } : undefined;
}

function isOfSubtask(kind: PickerKind): boolean {
  return kind === 'assignee' || kind === 'due' || kind === 'start';
}
