import { Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Subtask } from '../../../model/entities/subtask.ts';
import type { Task } from '../../../model/entities/task.ts';
import { codePoints, NAME_LIMIT, SUBTASK_NAME_TOO_LONG } from '../../../model/shared/text.ts';
import { useDraft } from '../../data/drafts.ts';
import { useAttachFile } from '../../data/files.ts';
import {
  type SubtaskChanges,
  useAddSubtask,
  useEditSubtask,
  useSetSubtaskDocument,
} from '../../data/subtasks.ts';
import { FileField } from '../../ui/files/file-field.tsx';
import { PanelForm } from '../../ui/forms/panel-form.tsx';
import { showToast } from '../../ui/overlays/toasts.tsx';

interface Props {
  readonly task: Task;
  /** Missing: a new one. */
  readonly subtask?: Subtask;
  readonly onClose: () => void;
}

/** How long "added" is shown (board spec, 8). */
const STAYS = 3000;

/** Create New Subtask and Update Subtask (board spec, 2 and 5). What is typed survives a reload. */
export function SubtaskForm({ task, subtask, onClose }: Props) {
  const start = {
    name: subtask?.name ?? '',
    start_date: subtask?.start_date ?? '',
    end_date: subtask?.end_date ?? '',
  };
  const key = subtask === undefined ? `subtask:${task.id}` : `subtask-edit:${subtask.id}`;
  const draft = useDraft(key, start);
  const { values, set } = draft;
  const [tried, setTried] = useState(false);
  const [document, setDocument] = useState<File>();
  const save = useSave(task, subtask);
  const tooLong = codePoints(values.name) >= NAME_LIMIT;
  const noName = values.name.trim() === '';
  const backwards =
    values.start_date !== '' && values.end_date !== '' && values.end_date < values.start_date;
  const submit = async () => {
    setTried(true);
    if (noName || tooLong || backwards || !(await save(values, document))) return false;
    draft.clear();
    return true;
  };
  return (
    <PanelForm
      title={subtask === undefined ? 'Create New Subtask' : 'Update Subtask'}
      submit={subtask === undefined ? 'Add subtask' : 'Update subtask'}
      disabled={tooLong}
      isDirty={draft.isDirty || document !== undefined}
      onSubmit={submit}
      onDiscard={draft.clear}
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput
          label="Subtask name"
          required
          data-autofocus
          value={values.name}
          error={tooLong ? SUBTASK_NAME_TOO_LONG : tried && noName ? 'Name is required' : undefined}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Group grow gap="sm" align="flex-start">
          <TextInput
            type="date"
            label="Start date"
            value={values.start_date}
            max={values.end_date === '' ? undefined : values.end_date}
            onChange={(event) => set({ start_date: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="End date"
            value={values.end_date}
            min={values.start_date === '' ? undefined : values.start_date}
            error={backwards ? 'The end date is before the start date' : undefined}
            onChange={(event) => set({ end_date: event.currentTarget.value })}
          />
        </Group>
        <FileField
          label={(subtask?.document ?? null) === null ? 'Document' : 'Another document'}
          value={document}
          onChange={setDocument}
        />
      </Stack>
    </PanelForm>
  );
}

interface Values {
  readonly name: string;
  readonly start_date: string;
  readonly end_date: string;
}

/** True when it is on this device for good. */
function useSave(task: Task, subtask: Subtask | undefined) {
  const attach = useAttachFile();
  const add = useAddSubtask();
  const edit = useEditSubtask();
  const setDocument = useSetSubtaskDocument();
  return async (values: Values, content: File | undefined): Promise<boolean> => {
    const file = content === undefined ? undefined : await attach(content, task.scope);
    if (content !== undefined && file === undefined) return false;
    const dates = {
      start_date: values.start_date === '' ? null : values.start_date,
      end_date: values.end_date === '' ? null : values.end_date,
    };
    const name = values.name.trim();
    if (subtask === undefined) {
      const added = await add(task, { name, ...dates, document: file?.id ?? null });
      if (added !== undefined) showToast({ message: 'Subtask added successfully', stays: STAYS });
      return added !== undefined;
    }
    const changes: SubtaskChanges = {
      ...(name !== subtask.name && { name }),
      ...(dates.start_date !== subtask.start_date && { start_date: dates.start_date }),
      ...(dates.end_date !== subtask.end_date && { end_date: dates.end_date }),
    };
    if (Object.keys(changes).length > 0 && !(await edit(subtask.id, changes))) return false;
    return file === undefined || (await setDocument(subtask.id, file.id));
  };
}
