import { Group, Stack, TextInput } from '@mantine/core';
import * as v from 'valibot';
import type { Subtask } from '../../../model/entities/subtask.ts';
import type { Task } from '../../../model/entities/task.ts';
import { codePoints, NAME_LIMIT, SUBTASK_NAME_TOO_LONG } from '../../../model/shared/text.ts';
import { useDraft } from '../../data/drafts.ts';
import { usePickedFile } from '../../data/attach-file.ts';
import { useShots } from '../../data/shots.ts';
import {
  type SubtaskChanges,
  useAddSubtask,
  useEditSubtask,
  useSetSubtaskDocument,
} from '../../data/subtasks.ts';
import { i18n, message } from '../../i18n/i18n.ts';
import { FileField } from '../../ui/files/file-field.tsx';
import { useFileToSend } from '../../ui/files/use-file-to-send.ts';
import { DateField } from '../../ui/forms/date-field.tsx';
import { PanelForm } from '../../ui/forms/panel-form.tsx';
import { calendarDate, endDate, ENDS_BEFORE_START } from '../../ui/forms/date-rules.ts';
import { required } from '../../ui/forms/rules.ts';
import { useForm } from '../../ui/forms/use-form.ts';

interface Props {
  readonly task: Task;
  /** Undefined: a new subtask. */
  readonly subtask?: Subtask;
  readonly onClose: () => void;
}

/** Duration of the "added" toast (board spec, 8). Milliseconds. */
const DURATION = 3000;

const LIVE = [SUBTASK_NAME_TOO_LONG, ENDS_BEFORE_START];

function rulesOf({ start_date }: Values) {
  return v.object({
    name: v.pipe(
      required(message('Name')),
      v.check((name) => codePoints(name) < NAME_LIMIT, SUBTASK_NAME_TOO_LONG),
    ),
    start_date: calendarDate(),
    end_date: endDate(start_date),
  });
}

/** Create New Subtask and Update Subtask (board spec, 2 and 5). Input survives a reload; a chosen document is offered again. */
export function SubtaskForm({ task, subtask, onClose }: Props) {
  const start = {
    name: subtask?.name ?? '',
    start_date: subtask?.start_date ?? '',
    end_date: subtask?.end_date ?? '',
  };
  const key = subtask === undefined ? `subtask:${task.id}` : `subtask-edit:${subtask.id}`;
  const draft = useDraft(key, start);
  // Fields without an edit follow the row, so that saving does not revert a colleague's change.
  const shown = { ...start, ...draft.changes };
  const form = useForm({ store: { ...draft, values: shown }, schema: rulesOf, live: LIVE });
  const { values } = form;
  const shots = useShots(`form:${key}`);
  const { file: document, pick, saveWith } = useFileToSend(shots);
  const save = useSave(task, subtask);
  const tooLong = codePoints(values.name) >= NAME_LIMIT;
  const submit = async () => {
    if (!(await save(values, document))) return false;
    form.clear();
    return true;
  };
  const discard = () => {
    form.clear();
    pick(undefined);
  };
  return (
    <PanelForm
      title={subtask === undefined ? i18n.t('Create New Subtask') : i18n.t('Update Subtask')}
      submit={subtask === undefined ? i18n.t('Add subtask') : i18n.t('Update subtask')}
      disabled={tooLong}
      form={{ ...form, clear: discard }}
      hasFile={document !== undefined}
      onSubmit={() => saveWith(submit)}
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput label={i18n.t('Subtask name')} required data-autofocus {...form.text('name')} />
        <Group grow gap="sm" align="flex-start">
          <DateField
            label={i18n.t('Start date')}
            max={form.choice('end_date').value ?? undefined}
            {...form.choice('start_date')}
          />
          <DateField
            label={i18n.t('End date')}
            min={form.choice('start_date').value ?? undefined}
            {...form.choice('end_date')}
          />
        </Group>
        <FileField
          label={
            (subtask?.document ?? null) === null ? i18n.t('Document') : i18n.t('Another document')
          }
          value={document}
          onChange={pick}
          shots={shots}
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

/** Resolves to true when the content is committed on this device. */
function useSave(task: Task, subtask: Subtask | undefined) {
  const pickedOf = usePickedFile();
  const add = useAddSubtask();
  const edit = useEditSubtask();
  const setDocument = useSetSubtaskDocument();
  return async (values: Values, content: File | undefined): Promise<boolean> => {
    const file = content && (await pickedOf(content, task.scope));
    if (content !== undefined && file === undefined) return false;
    const dates = {
      start_date: values.start_date === '' ? null : values.start_date,
      end_date: values.end_date === '' ? null : values.end_date,
    };
    const name = values.name.trim();
    if (subtask === undefined) {
      const fields = { name, ...dates, document: file?.id ?? null };
      const options = { success: { duration: DURATION }, files: file?.files };
      return (await add(task, fields, options)) !== undefined;
    }
    const changes: SubtaskChanges = {
      ...(name !== subtask.name && { name }),
      ...(dates.start_date !== subtask.start_date && { start_date: dates.start_date }),
      ...(dates.end_date !== subtask.end_date && { end_date: dates.end_date }),
    };
    if (Object.keys(changes).length > 0 && !(await edit(subtask.id, changes))) return false;
    return file === undefined || (await setDocument(subtask.id, file.id, { files: file.files }));
  };
}
