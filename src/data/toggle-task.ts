import { useCallback } from 'react';
import { i18n, message, type Message } from '../i18n/i18n.ts';
import { useActor } from './client.tsx';
import { type CompletionState, completionOf, tickLabel } from './task-completion.ts';
import { type TickedTask, useTickCompleted, useTickEmployee } from './task-ticks.ts';

type Tickable = Parameters<typeof completionOf>[0] & TickedTask & { readonly name: string };

/** Completion of a task for this person as text, and the effect of a click. */
export interface Tick {
  readonly state: CompletionState;
  /** Undefined without the right. */
  readonly ticked: boolean | undefined;
  readonly label: string;
}

const TEXTS: Readonly<Record<CompletionState, Message>> = {
  open: message('open'),
  waiting: message('done, waiting for acceptance'),
  accepted: message('completed'),
};

/** Completion control of a task on a board or in a list; a click can be undone. */
export function useToggleTask(): {
  readonly tickOf: (task: Tickable) => Tick;
  readonly toggle: (task: Tickable) => Promise<void>;
} {
  const actor = useActor();
  const tickCompleted = useTickCompleted();
  const tickEmployee = useTickEmployee();
  const tickOf = useCallback(
    (task: Tickable): Tick => {
      const { state, completer, ticked, locked } = completionOf(task, actor);
      const texts = { name: task.name, state: i18n.t(TEXTS[state]) };
      return {
        state,
        ticked: completer === 'none' || locked ? undefined : ticked,
        label:
          completer === 'assignee'
            ? i18n.t('Completed by Employee: {name}, {state}', texts)
            : i18n.t('Completed: {name}, {state}', texts),
      };
    },
    [actor],
  );
  const toggle = useCallback(
    async (task: Tickable) => {
      const completion = completionOf(task, actor);
      const { completer, ticked } = completion;
      if (completer === 'none') return;
      const tick = completer === 'creator' ? tickCompleted : tickEmployee;
      await tick(task, !ticked, {
        message: tickLabel(completion, !ticked),
        undo: () => tick(task, ticked),
      });
    },
    [actor, tickCompleted, tickEmployee],
  );
  return { tickOf, toggle };
}
