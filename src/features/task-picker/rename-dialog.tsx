import { Button, Group, Textarea } from '@mantine/core';
import { useLayoutEffect } from 'react';
import { codePoints, NAME_LIMIT, TASK_NAME_TOO_LONG } from '../../../model/shared/text.ts';
import { useDraft } from '../../data/drafts.ts';
import { useTaskEdits } from '../../data/task-edits.ts';
import { i18n, translated } from '../../i18n/i18n.ts';
import { useRename } from '../../ui/forms/use-rename.ts';
import { useModal } from '../../ui/overlays/use-modal.ts';
import type { PickerProps } from './picker-props.ts';
import classes from './task-picker.module.css';

/** Changes the name of a task; Enter saves. */
export function RenameDialog({ tasks, deliverTyped, onClose }: PickerProps) {
  const [task] = tasks;
  const edits = useTaskEdits();
  // The draft of the name in the open task, which continues there after a reload.
  const draft = useDraft(`task-name:${task?.id ?? ''}`, { name: task?.name ?? '' });
  const { set } = draft;
  const close = () => {
    draft.clear();
    onClose();
  };
  const dialog = useModal(close);
  useLayoutEffect(() => {
    deliverTyped((name) => {
      if (name !== '') set({ name });
    });
  }, [deliverTyped, set]);
  const isTooLong = codePoints(draft.values.name.trim()) >= NAME_LIMIT;
  const { field, canSave, save } = useRename<HTMLTextAreaElement>({
    name: task?.name ?? '',
    store: draft,
    canSave: (name) => name !== '' && !isTooLong,
    save: async (name) => task !== undefined && (await edits.rename(task.id, name)),
    onDone: close,
  });
  return (
    <dialog
      ref={dialog}
      data-own-escape
      className={classes['picker']}
      aria-label={i18n.t('Rename task')}
    >
      <form className={classes['rename']} onSubmit={save}>
        <Textarea
          data-autofocus
          autosize
          maxRows={6}
          label={i18n.t('Task name')}
          error={isTooLong ? translated(TASK_NAME_TOO_LONG) : undefined}
          {...field}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            save(event);
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={close}>
            {i18n.t('Cancel')}
          </Button>
          <Button size="xs" type="submit" disabled={!canSave}>
            {i18n.t('Save')}
          </Button>
        </Group>
      </form>
    </dialog>
  );
}
