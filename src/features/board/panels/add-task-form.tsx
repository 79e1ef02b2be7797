import { Group, Select, Stack, TextInput } from '@mantine/core';
import * as v from 'valibot';
import type { Card } from '../../../../model/entities/card.ts';
import { codePoints, NAME_LIMIT, TASK_NAME_TOO_LONG } from '../../../../model/shared/text.ts';
import { i18n, message, translated } from '../../../i18n/i18n.ts';
import { useActor } from '../../../data/client.tsx';
import { useDraft } from '../../../data/drafts.ts';
import { usePickedFile } from '../../../data/attach-file.ts';
import { useOfferedFlags } from '../../../data/flags.ts';
import { useLabelChoice } from '../../../data/labels.ts';
import { useShots } from '../../../data/shots.ts';
import { useAddTask } from '../../../data/task-changes.ts';
import type { TaskStart } from '../../../data/task-start.ts';
import { SearchMultiSelect } from '../../../ui/forms/search-multi-select.tsx';
import { FileField } from '../../../ui/files/file-field.tsx';
import { useFileToSend } from '../../../ui/files/use-file-to-send.ts';
import { FlagMark } from '../../../ui/marks/flag-mark.tsx';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { calendarDate, endDate, ENDS_BEFORE_START } from '../../../ui/forms/date-rules.ts';
import { missing, required } from '../../../ui/forms/rules.ts';
import { SelectOrCreate } from '../../../ui/forms/select-or-create.tsx';
import { PanelForm } from '../../../ui/forms/panel-form.tsx';
import { type ChoiceField, useForm } from '../../../ui/forms/use-form.ts';
import { MarkdownField } from '../../../ui/text/markdown-field.tsx';
import { useChosenHere } from './use-chosen-here.ts';

interface Props {
  readonly card: Card;
  /** Add Task to Multi User: several assignees, each with a checkbox of their own. */
  readonly multi: boolean;
  /** Text typed in a composer; undefined: an empty form. */
  readonly start?: TaskStart | undefined;
  readonly onClose: () => void;
}

/** A type, not an interface: drafts are stored by field name. */
type TaskDraft = {
  readonly name: string;
  readonly description: string;
  readonly flag: string;
  readonly label: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly assignees: readonly string[];
  readonly collaborators: readonly string[];
};

const EMPTY: TaskDraft = {
  name: '',
  description: '',
  flag: '',
  label: '',
  start_date: '',
  end_date: '',
  assignees: [],
  collaborators: [],
};

function rulesOf({ start_date }: TaskDraft) {
  return v.object({
    name: v.pipe(
      required(message('Name')),
      v.check((name) => codePoints(name) < NAME_LIMIT, translated(TASK_NAME_TOO_LONG)),
    ),
    flag: required(message('Priority')),
    assignees: v.pipe(v.array(v.string()), v.minLength(1, missing(i18n.t('Assign to')))),
    start_date: calendarDate(),
    end_date: endDate(start_date),
  });
}

/** Add Task and Add Task to Multi User (board spec, 2 and 5). Input survives a reload; a chosen image is offered again. */
export function AddTaskForm({ card, multi, start, onClose }: Props) {
  const draft = useDraft(draftKeyOf(card, multi, start), initialOf(start));
  const { choices, people, lost } = useChosenHere(card.project, draft.values);
  const form = useForm({
    store: { ...draft, values: { ...draft.values, ...choices } },
    schema: rulesOf,
    live: [translated(TASK_NAME_TOO_LONG), i18n.t(ENDS_BEFORE_START)],
  });
  const { values, set } = form;
  const addTask = useAddTask();
  const special = useActor()?.specialRole === true;
  const labels = useLabelChoice(card.project);
  const shots = useShots(imageKeyOf(card, multi, start));
  const { file: image, pick, saveWith } = useFileToSend(shots);
  const pickedOf = usePickedFile('image');
  const tooLong = codePoints(values.name) >= NAME_LIMIT;

  const submit = async () => {
    const file = image && (await pickedOf(image, card.scope));
    if (image !== undefined && file === undefined) return false;
    const task = {
      project: card.project,
      card: card.id,
      name: values.name,
      description: values.description,
      flag: values.flag,
      label: values.label === '' ? null : values.label,
      document: file?.id ?? null,
      start_date: values.start_date === '' ? null : values.start_date,
      end_date: values.end_date === '' ? null : values.end_date,
      assigned_to: multi ? null : (values.assignees[0] ?? null),
      assigned_users: multi ? values.assignees : [],
      collaborators: values.collaborators,
    };
    if ((await addTask(task, file?.files)) === undefined) return false;
    form.clear();
    start?.done();
    return true;
  };
  const discard = () => {
    form.clear();
    pick(undefined);
  };

  return (
    <PanelForm
      title={multi ? i18n.t('Add Task to Multi User') : i18n.t('Add Task')}
      submit={
        card.name.length > 24 ? i18n.t('Add to card') : i18n.t('Add to {name}', { name: card.name })
      }
      disabled={tooLong}
      form={{ ...form, clear: discard }}
      hasFile={image !== undefined}
      onSubmit={() => saveWith(submit)}
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput
          label={special ? i18n.t('Task Details') : i18n.t('Task name')}
          required
          data-autofocus
          {...form.text('name')}
        />
        <FlagSelect {...form.choice('flag')} />
        <AssigneeField
          multi={multi}
          people={people}
          lost={lost.assignees}
          value={values.assignees}
          error={form.errorOf('assignees')}
          onChange={(assignees) => set({ assignees })}
        />
        <SelectOrCreate
          label={special ? i18n.t('Sub-task') : i18n.t('Label')}
          description={lost.label}
          options={labels.options}
          onCreate={labels.create}
          {...form.choice('label')}
        />
        {!special && (
          <MarkdownField
            label={i18n.t('Description')}
            autosize
            minRows={3}
            maxRows={12}
            {...form.text('description')}
          />
        )}
        <DateFields start={form.choice('start_date')} end={form.choice('end_date')} />
        <SearchMultiSelect
          label={i18n.t('Collaborators')}
          description={lost.collaborators}
          hidePickedOptions
          maxDropdownHeight={150}
          data={people}
          value={values.collaborators}
          nothingFoundMessage={i18n.t('No team member of this name')}
          onChange={(collaborators) => set({ collaborators })}
        />
        <FileField
          label={i18n.t('Image')}
          accept="image/*"
          refusal={i18n.t('Only images can be added here')}
          value={image}
          onChange={pick}
          shots={shots}
        />
      </Stack>
    </PanelForm>
  );
}

/** A form that continues a composer has a draft for each text of it. */
function draftKeyOf(card: Card, multi: boolean, start: TaskStart | undefined): string {
  if (start !== undefined) return `task:${card.id}:line:${start.line}`;
  return `task:${card.project}:${multi ? 'multi' : 'single'}`;
}

/** The image is offered in the form of any text of the card's composer: nothing opens the form of an earlier text again. */
function imageKeyOf(card: Card, multi: boolean, start: TaskStart | undefined): string {
  if (start !== undefined) return `form:task:${card.id}:line`;
  return `form:${draftKeyOf(card, multi, start)}`;
}

function initialOf(start: TaskStart | undefined): TaskDraft {
  if (start === undefined) return EMPTY;
  const { name, description, flag, label, end_date, assignees } = start;
  return { ...EMPTY, name, description, flag, label, end_date, assignees };
}

interface AssigneeProps {
  readonly multi: boolean;
  readonly people: readonly { readonly value: string; readonly label: string }[];
  /** Who was chosen and cannot be any more. */
  readonly lost: string | undefined;
  readonly value: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (assignees: readonly string[]) => void;
}

function AssigneeField({ multi, people, lost, value, error, onChange }: AssigneeProps) {
  const common = {
    label: i18n.t('Assign to'),
    description: lost,
    required: true,
    searchable: true,
    data: [...people],
    error,
    nothingFoundMessage: i18n.t('No team member of this name'),
  };
  return multi ? (
    <SearchMultiSelect {...common} hidePickedOptions value={value} onChange={onChange} />
  ) : (
    <Select
      {...common}
      value={value[0] ?? null}
      onChange={(person) => onChange(person === null ? [] : [person])}
    />
  );
}

interface DateFieldsProps {
  readonly start: ChoiceField;
  readonly end: ChoiceField;
}

function DateFields({ start, end }: DateFieldsProps) {
  return (
    <Group grow gap="sm" align="flex-start">
      <DateField label={i18n.t('Start date')} max={end.value ?? undefined} {...start} />
      <DateField label={i18n.t('End date')} min={start.value ?? undefined} {...end} />
    </Group>
  );
}

function FlagSelect(field: ChoiceField) {
  const flags = useOfferedFlags();
  const colourOf = (id: string) => flags.find((flag) => flag.id === id)?.colour_code ?? '#000000';
  const chosen = flags.find((flag) => flag.id === field.value);
  return (
    <Select
      label={i18n.t('Priority')}
      required
      searchable
      nothingFoundMessage={i18n.t('No priority of this name')}
      data={flags.map((flag) => ({ value: flag.id, label: flag.name }))}
      {...field}
      leftSection={
        chosen === undefined ? undefined : (
          <FlagMark name={chosen.name} colour={chosen.colour_code} />
        )
      }
      renderOption={({ option }) => (
        <Group gap="xs">
          <FlagMark name={option.label} colour={colourOf(option.value)} />
          {option.label}
        </Group>
      )}
    />
  );
}
