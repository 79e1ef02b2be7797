import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Task } from '../../../model/entities/task.ts';
import { mayEditTask } from '../../../model/permissions/task.ts';
import { useDraft } from '../../data/drafts.ts';
import { InAppLink } from '../../data/in-app-link.tsx';
import { useEditTask } from '../../data/task-changes.ts';
import { useTickDescription } from '../../data/text-ticks.ts';
import { i18n } from '../../i18n/i18n.ts';
import { moveFocus } from '../../ui/focus/move-focus.ts';
import { SavingFields } from '../../ui/forms/saving-fields.tsx';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { useUntilShown } from '../../ui/hooks/use-until-shown.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { MarkdownField } from '../../ui/text/markdown-field.tsx';
import { MarkdownText } from '../../ui/text/markdown-text.tsx';
import type { Ticking } from '../../ui/text/markdown-types.ts';
import classes from './task-panel.module.css';
import { usePermissionMessage } from './use-permission-message.ts';

/** Description of a task, edited in place: leaving the field saves. */
export function TaskDescription({ task }: { readonly task: Task }) {
  // Its start is the base of the edit, also when it continues after a reload (WRITE-4).
  const draft = useDraft(`task-description:${task.id}`, { description: task.description });
  const [isEditing, setEditing] = useState(draft.isDirty);
  const [isLeft, setLeft] = useState(false);
  const done = (isByKey: boolean) => {
    setEditing(false);
    setLeft(isByKey);
  };
  const permission = usePermissionMessage(task)(mayEditTask);
  const begin = permission.blocked ?? (() => setEditing(true));
  const isEmpty = task.description === '';
  const save = useTickDescription(task.id);
  const ticking: Ticking | undefined = !permission.offered
    ? undefined
    : permission.blocked === undefined
      ? { kind: 'save', save }
      : { kind: 'blocked', explain: permission.blocked };
  return (
    <section className={classes.section}>
      <div className={classes.headingRow}>
        <h3 className={classes.heading}>{i18n.t('Description')}</h3>
        {permission.offered && !isEditing && (
          <ActionIcon
            size="sm"
            aria-label={i18n.t('Edit description')}
            ref={isLeft ? moveFocus : undefined}
            onClick={begin}
          >
            <IconPencil {...SMALL_ICON} />
          </ActionIcon>
        )}
      </div>
      {isEditing ? (
        <DescriptionField task={task} draft={draft} onDone={done} />
      ) : (
        // The button beside the heading does the same by keyboard; a text in a button could not be selected.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <div
          className={classes.text}
          data-empty={isEmpty || undefined}
          data-editable={permission.offered || undefined}
          onClick={({ target }) => {
            const isControl = target instanceof Element && target.closest('a, input') !== null;
            const isSelecting = getSelection()?.isCollapsed === false;
            if (permission.offered && !isControl && !isSelecting) begin();
          }}
        >
          <MarkdownText
            text={isEmpty ? i18n.t('No description provided') : task.description}
            InAppLink={InAppLink}
            headingLevel={4}
            ticking={ticking}
          />
        </div>
      )}
    </section>
  );
}

type DescriptionDraft = ReturnType<typeof useDraft<{ description: string }>>;

interface FieldProps {
  readonly task: Task;
  readonly draft: DescriptionDraft;
  /** `isByKey`: the field still has the focus. */
  readonly onDone: (isByKey: boolean) => void;
}

function DescriptionField({ task, draft, onDone }: FieldProps) {
  const edit = useEditTask();
  const input = useRef<HTMLTextAreaElement>(null);
  const untilShown = useUntilShown(task.description);
  useEffect(() => {
    const field = input.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);
  const [save, isBusy] = useOnce(async () => {
    const before = task.description;
    const base = draft.start.description;
    const next = draft.values.description;
    const undo = () => edit(task.id, { description: base, description_base: next });
    if (next !== base) {
      const change = { description: next, description_base: base };
      const success = { message: i18n.t('Description saved'), undo };
      if (!(await edit(task.id, change, success))) return;
      await untilShown(before);
    }
    draft.clear();
    onDone(document.activeElement === input.current);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isSave && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    save();
  };
  return (
    <SavingFields isSaving={isBusy}>
      <MarkdownField
        ref={input}
        data-own-escape
        autosize
        minRows={3}
        maxRows={18}
        aria-label={i18n.t('Description')}
        value={draft.values.description}
        onChange={(event) => draft.set({ description: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        onLeave={() => save()}
      />
    </SavingFields>
  );
}
