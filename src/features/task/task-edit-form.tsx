import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Task } from '../../../model/entities/task.ts';
import { mayEditTask } from '../../../model/permissions/task.ts';
import { codePoints, NAME_LIMIT } from '../../../model/shared/text.ts';
import { useActor, useAllowed } from '../../data/client.tsx';
import { useAttachFile } from '../../data/files.ts';
import { useEditTask, useSetTaskDocument } from '../../data/task-changes.ts';
import { FileField } from '../../ui/files/file-field.tsx';
import { SavingFields } from '../../ui/forms/saving-fields.tsx';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { moveFocus } from '../../ui/focus/move-focus.ts';
import { changesOf, type EditDraft, editedValues } from './edit-draft.ts';

interface Props {
  readonly task: Task;
  readonly draft: {
    readonly values: EditDraft;
    readonly changes: Partial<EditDraft>;
    readonly set: (change: Partial<EditDraft>) => void;
    readonly clear: () => void;
  };
  /** Chosen to take the place of the task's image; only this tab has it until it is saved. */
  readonly image: File | undefined;
  readonly onImage: (image: File | undefined) => void;
  readonly onCancel: () => void;
  readonly onSaved: () => void;
}

const TOO_LONG = 'Task name should not exceed more than 100 characters !!';

/** Update Task: name and description are required (board spec, 5); only what was changed is written. */
export function TaskEditForm({ task, draft, image, onImage, onCancel, onSaved }: Props) {
  const { set } = draft;
  const values = editedValues(task, draft);
  const [tried, setTried] = useState(false);
  const edit = useEditTask();
  const replaceImage = useReplaceImage(task);
  const special = useActor()?.specialRole === true;
  const tooLong = codePoints(values.name) >= NAME_LIMIT;
  const noName = values.name.trim() === '';
  const noDescription = !special && values.description.trim() === '';
  const backwards =
    values.start_date !== '' && values.end_date !== '' && values.end_date < values.start_date;
  const [submit, isBusy] = useOnce(async () => {
    setTried(true);
    if (tooLong || noName || noDescription || backwards) return;
    const changes = changesOf(task, values);
    if (Object.keys(changes).length > 0 && !(await edit(task.id, changes))) return;
    if (image !== undefined && !(await replaceImage(image))) return;
    draft.clear();
    onSaved();
  });
  return (
    <form onSubmit={submit} noValidate>
      <SavingFields isSaving={isBusy}>
        <Stack gap="sm">
          <TextInput
            label={special ? 'Task Details' : 'Task name'}
            required
            ref={moveFocus}
            value={values.name}
            error={tooLong ? TOO_LONG : tried && noName ? 'Name is required' : undefined}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          {!special && (
            <Textarea
              label="Description"
              required
              autosize
              minRows={4}
              maxRows={18}
              value={values.description}
              error={tried && noDescription ? 'Description is required' : undefined}
              onChange={(event) => set({ description: event.currentTarget.value })}
            />
          )}
          <Group grow gap="sm" align="flex-start">
            <TextInput
              type="date"
              label="Start date"
              value={values.start_date}
              onChange={(event) => set({ start_date: event.currentTarget.value })}
            />
            <TextInput
              type="date"
              label="End date"
              value={values.end_date}
              error={backwards ? 'The end date is before the start date' : undefined}
              onChange={(event) => set({ end_date: event.currentTarget.value })}
            />
          </Group>
          <FileField
            label={task.document === null ? 'Image' : 'Another image'}
            accept="image/*"
            refusal="Only images can be added here"
            value={image}
            onChange={onImage}
          />
        </Stack>
      </SavingFields>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={tooLong}>
          Update task
        </Button>
      </Group>
    </form>
  );
}

/** True when the image is on this device for good; asked before it is taken in, so that a refused one leaves none behind. */
function useReplaceImage(task: Task): (image: File) => Promise<boolean> {
  const allowed = useAllowed();
  const attach = useAttachFile('image');
  const setDocument = useSetTaskDocument();
  return async (image) => {
    if (!(await allowed((who) => mayEditTask(who, task)))) return false;
    const file = await attach(image, task.scope);
    return file !== undefined && (await setDocument(task.id, file.id));
  };
}
