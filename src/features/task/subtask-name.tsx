import { TextInput } from '@mantine/core';
import type { Subtask } from '../../../model/entities/subtask.ts';
import { codePoints, NAME_LIMIT, SUBTASK_NAME_TOO_LONG } from '../../../model/shared/text.ts';
import { useDraft } from '../../data/drafts.ts';
import { useSubtaskEdits } from '../../data/subtask-edits.ts';
import { i18n, translated } from '../../i18n/i18n.ts';
import { useNameField } from '../../ui/forms/use-name-field.ts';
import classes from './subtasks.module.css';

interface Props {
  readonly subtask: Subtask;
  /** `isByKey`: the field still has the focus. */
  readonly onDone: (isByKey: boolean) => void;
}

/** Key of the draft of a name. */
export function nameDraftOf({ id }: Subtask): string {
  return `subtask-name:${id}`;
}

/** Name of a subtask as a field: Enter or leaving it saves, Escape keeps the old name. */
export function SubtaskNameField({ subtask, onDone }: Props) {
  const draft = useDraft(nameDraftOf(subtask), { name: subtask.name });
  const edits = useSubtaskEdits();
  const field = useNameField<HTMLInputElement>({
    name: subtask.name,
    draft,
    check: (name) =>
      codePoints(name) >= NAME_LIMIT ? translated(SUBTASK_NAME_TOO_LONG) : undefined,
    save: async (name) => await edits.rename(subtask, name),
    onDone,
  });
  return (
    <TextInput
      data-own-escape
      size="xs"
      className={classes.grow}
      aria-label={i18n.t('Subtask name')}
      {...field}
    />
  );
}
