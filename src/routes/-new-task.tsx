import { useParams } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import type { Card } from '../../model/entities/card.ts';
import { mayCreateTask } from '../../model/permissions/task.ts';
import { useAllowed } from '../data/client.tsx';
import type { TaskStart } from '../data/task-start.ts';
import { isTyping } from '../ui/focus/is-typing.ts';
import { useTypedAhead } from '../ui/focus/typed-ahead.ts';
import { shortcutOf } from '../ui/keys/shortcut-keys.ts';
import { prefetch, loadWhenIdle } from '../ui/prefetch.ts';

const dialog = prefetch(
  async () => (await import('../features/task-composer/new-task-dialog.tsx')).NewTaskDialog,
);
const form = prefetch(
  async () => (await import('../features/board/panels/add-task-form.tsx')).AddTaskForm,
);
const { Component: NewTaskDialog } = dialog;
const { Component: AddTaskForm } = form;

interface NewTaskHost {
  /** Opens the composer; shows the permission message when the person may not add tasks. */
  readonly open: (text?: string) => void;
  readonly element: ReactNode;
}

type Shown =
  | { readonly kind: 'composer'; readonly text: string }
  | { readonly kind: 'form'; readonly card: Card; readonly start: TaskStart };

/** Composer of a new task over any screen (`C`, the palette, the add menu), and the whole form behind it. */
export function useNewTask(): NewTaskHost {
  const [shown, show] = useState<Shown>();
  const { slug } = useParams({ strict: false });
  const allowed = useAllowed();
  const ahead = useTypedAhead();
  const open = useCallback(
    (text = '') => {
      void allowed(mayCreateTask).then((may) => {
        if (may) show({ kind: 'composer', text });
        else ahead.discard();
      });
    },
    [allowed, ahead],
  );
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
      if (!isPlain || shortcutOf(event) !== 'c' || isTyping(event)) return;
      event.preventDefault();
      ahead.begin();
      open();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [ahead, open]);
  useEffect(() => loadWhenIdle([dialog]), []);
  const close = () => show(undefined);
  return {
    open,
    element: (
      <Suspense>
        {shown?.kind === 'composer' && (
          <NewTaskDialog
            slug={slug}
            text={shown.text}
            deliverTyped={ahead.deliver}
            onMore={(card, start) => show({ kind: 'form', card, start })}
            onClose={close}
          />
        )}
        {shown?.kind === 'form' && (
          <AddTaskForm
            card={shown.card}
            multi={shown.start.assignees.length > 1}
            start={shown.start}
            onClose={close}
          />
        )}
      </Suspense>
    ),
  };
}
