import { Button, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { TaskFile } from '../../../../model/entities/task-file.ts';
import type { Task } from '../../../../model/entities/task.ts';
import { mayEditTask } from '../../../../model/permissions/task.ts';
import { codePoints, SHORT_TEXT_LIMIT } from '../../../../model/shared/text.ts';
import { useDraft } from '../../../data/drafts.ts';
import { useEditTaskFile } from '../../../data/task-files.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { moveFocus } from '../../../ui/focus/move-focus.ts';
import { useRename } from '../../../ui/forms/use-rename.ts';
import { SMALL_ICON } from '../../../ui/marks/icon.ts';
import { usePermissionMessage } from '../use-permission-message.ts';
import classes from './file-gallery.module.css';

interface Props {
  readonly task: Task;
  readonly entry: TaskFile;
  readonly mayEdit: boolean;
  /** True: the field opens at once. */
  readonly isEditing: boolean;
}

/** Caption of the shown file; Enter saves, Escape keeps the old one. The typed text survives a reload. */
export function FileCaption({ task, entry, mayEdit, isEditing }: Props) {
  const draft = useDraft(`task-file:${entry.id}`, { name: entry.caption });
  const [isOpen, setOpen] = useState(isEditing || draft.isDirty);
  const [isLeft, setLeft] = useState(false);
  const { blocked } = usePermissionMessage(task)(mayEditTask);
  if (isOpen && mayEdit) {
    const close = () => {
      draft.clear();
      setLeft(true);
      setOpen(false);
    };
    return <CaptionField entry={entry} draft={draft} onDone={close} />;
  }
  return (
    <div className={classes.caption}>
      {entry.caption !== '' && <p className={classes.captionText}>{entry.caption}</p>}
      {mayEdit && (
        <Button
          ref={isLeft ? moveFocus : undefined}
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconPencil {...SMALL_ICON} />}
          onClick={blocked ?? (() => setOpen(true))}
        >
          {entry.caption === '' ? i18n.t('Add caption') : i18n.t('Edit caption')}
        </Button>
      )}
    </div>
  );
}

interface FieldProps {
  readonly entry: TaskFile;
  readonly draft: {
    readonly values: { name: string };
    readonly set: (change: { name?: string }) => void;
  };
  readonly onDone: () => void;
}

function CaptionField({ entry, draft, onDone }: FieldProps) {
  const edit = useEditTaskFile();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const isTooLong = codePoints(draft.values.name.trim()) > SHORT_TEXT_LIMIT;
  const { field, canSave, save } = useRename({
    name: entry.caption,
    store: draft,
    canSave: () => !isTooLong,
    save: async (caption) => await edit(entry.id, { caption }),
    onDone,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== 'Escape') return;
    // The field alone, not the gallery.
    event.preventDefault();
    event.stopPropagation();
    onDone();
  };
  return (
    <form className={classes.caption} onSubmit={save}>
      <TextInput
        ref={input}
        className={classes.captionField}
        aria-label={i18n.t('Caption')}
        placeholder={i18n.t('What it shows')}
        error={
          isTooLong
            ? i18n.t('A caption has at most {count} characters', { count: SHORT_TEXT_LIMIT })
            : undefined
        }
        {...field}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" disabled={!canSave}>
        {i18n.t('Save')}
      </Button>
      <Button variant="subtle" color="gray" onClick={onDone}>
        {i18n.t('Cancel')}
      </Button>
    </form>
  );
}
