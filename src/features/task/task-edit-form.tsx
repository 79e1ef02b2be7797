import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import * as v from 'valibot';
import type { Task } from '../../../model/entities/task.ts';
import { mayEditTask } from '../../../model/permissions/task.ts';
import { codePoints, NAME_LIMIT, TASK_NAME_TOO_LONG } from '../../../model/shared/text.ts';
import { useActor, useAllowed } from '../../data/client.tsx';
import { usePickedFile } from '../../data/attach-file.ts';
import { useEditTask, useSetTaskDocument } from '../../data/task-changes.ts';
import { i18n, message } from '../../i18n/i18n.ts';
import { FileField } from '../../ui/files/file-field.tsx';
import type { Shots } from '../../ui/files/shots.ts';
import type { FileToSend } from '../../ui/files/use-file-to-send.ts';
import { DateField } from '../../ui/forms/date-field.tsx';
import { calendarDate, endDate, ENDS_BEFORE_START } from '../../ui/forms/date-rules.ts';
import { required } from '../../ui/forms/rules.ts';
import { SavingFields } from '../../ui/forms/saving-fields.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { MarkdownField } from '../../ui/text/markdown-field.tsx';
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
  /** File chosen as the new image, kept in `shots` until it is saved. */
  readonly image: Pick<FileToSend, 'file' | 'pick' | 'saveWith'>;
  readonly shots: Shots;
  readonly onCancel: () => void;
  readonly onSaved: () => void;
}

const LIVE = [TASK_NAME_TOO_LONG, ENDS_BEFORE_START];

const rulesOf =
  (special: boolean) =>
  ({ start_date }: EditDraft) =>
    v.object({
      name: v.pipe(
        required(message('Name')),
        v.check((name) => codePoints(name) < NAME_LIMIT, TASK_NAME_TOO_LONG),
      ),
      // The form of a special role has no such field.
      description: special ? v.string() : required(message('Description')),
      start_date: calendarDate(),
      end_date: endDate(start_date),
      asks: v.array(v.string()),
    });

/** Update Task: name and description are required (board spec, 5); only changed fields are written. */
export function TaskEditForm({ task, draft, image, shots, onCancel, onSaved }: Props) {
  const edit = useEditTask();
  const replaceImage = useReplaceImage(task);
  const special = useActor()?.specialRole === true;
  const form = useForm({
    store: { ...draft, values: editedValues(task, draft), isDirty: true },
    schema: rulesOf(special),
    live: LIVE,
  });
  const { values } = form;
  const tooLong = codePoints(values.name) >= NAME_LIMIT;
  const [submit, isBusy] = useOnce(async () => {
    if (!form.check()) return;
    const changes = changesOf(task, values);
    if (Object.keys(changes).length > 0 && !(await edit(task.id, changes))) return;
    const { file, saveWith } = image;
    if (file !== undefined && !(await saveWith(() => replaceImage(file)))) return;
    form.clear();
    onSaved();
  });
  return (
    <form onSubmit={submit} noValidate>
      <SavingFields isSaving={isBusy}>
        <Stack gap="sm">
          <TextInput
            label={special ? i18n.t('Task Details') : i18n.t('Task name')}
            required
            ref={moveFocus}
            {...form.text('name')}
          />
          {!special && (
            <MarkdownField
              label={i18n.t('Description')}
              required
              autosize
              minRows={4}
              maxRows={18}
              {...form.text('description')}
            />
          )}
          <Group grow gap="sm" align="flex-start">
            <DateField label={i18n.t('Start date')} {...form.choice('start_date')} />
            <DateField label={i18n.t('End date')} {...form.choice('end_date')} />
          </Group>
          <Checkbox.Group
            label={i18n.t('Asked for when it is marked as done')}
            value={[...values.asks]}
            onChange={(asks) => form.set({ asks })}
          >
            <Group gap="md" mt={6}>
              <Checkbox size="sm" value="remark" label={i18n.t('A remark')} />
              <Checkbox size="sm" value="photo" label={i18n.t('A photo')} />
              <Checkbox size="sm" value="signature" label={i18n.t('A signature')} />
            </Group>
          </Checkbox.Group>
          <FileField
            label={task.document === null ? i18n.t('Image') : i18n.t('Another image')}
            accept="image/*"
            refusal={i18n.t('Only images can be added here')}
            value={image.file}
            onChange={image.pick}
            shots={shots}
          />
        </Stack>
      </SavingFields>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onCancel}>
          {i18n.t('Cancel')}
        </Button>
        <Button type="submit" disabled={tooLong}>
          {i18n.t('Update task')}
        </Button>
      </Group>
    </form>
  );
}

/**
 * Resolves to true when the image is committed on this device; the rule is checked before the file is copied, which
 * takes time.
 */
function useReplaceImage(task: Task): (image: File) => Promise<boolean> {
  const allowed = useAllowed();
  const pickedOf = usePickedFile('image');
  const setDocument = useSetTaskDocument();
  return async (image) => {
    if (!(await allowed((who) => mayEditTask(who, task)))) return false;
    const file = await pickedOf(image, task.scope);
    return file !== undefined && (await setDocument(task.id, file.id, { files: file.files }));
  };
}
