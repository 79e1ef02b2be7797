import { Group, MultiSelect, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Card } from '../../../../model/entities/card.ts';
import { codePoints, NAME_LIMIT, TASK_NAME_TOO_LONG } from '../../../../model/shared/text.ts';
import { useActor } from '../../../data/client.tsx';
import { useDraft } from '../../../data/drafts.ts';
import { useAttachFile } from '../../../data/files.ts';
import { useOfferedFlags } from '../../../data/flags.ts';
import { useLabelChoice } from '../../../data/labels.ts';
import { useMembers } from '../../../data/members.ts';
import { useAddTask } from '../../../data/task-changes.ts';
import { FileField } from '../../../ui/files/file-field.tsx';
import { FlagMark } from '../../../ui/marks/flag-mark.tsx';
import { SelectOrCreate } from '../../../ui/forms/select-or-create.tsx';
import { PanelForm } from '../../../ui/forms/panel-form.tsx';

interface Props {
  readonly card: Card;
  /** Add Task to Multi User: several assignees, each with their own tick. */
  readonly multi: boolean;
  readonly onClose: () => void;
}

/** A type and not an interface: drafts are kept by field name. */
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

/** Add Task and Add Task to Multi User (board spec, 2 and 5). What is typed survives a reload. */
export function AddTaskForm({ card, multi, onClose }: Props) {
  const draft = useDraft(`task:${card.project}:${multi ? 'multi' : 'single'}`, EMPTY);
  const { values, set } = draft;
  const [tried, setTried] = useState(false);
  const addTask = useAddTask();
  const special = useActor()?.specialRole === true;
  const people = useMemberOptions(card.project);
  const labels = useLabelChoice(card.project);
  const [image, setImage] = useState<File>();
  const attach = useAttachFile('image');
  const tooLong = codePoints(values.name) >= NAME_LIMIT;
  const missing = missingOf(values);
  const errorOf = (field: keyof typeof missing) => (tried ? missing[field] : undefined);

  const submit = async () => {
    setTried(true);
    if (Object.values(missing).some((text) => text !== undefined)) return false;
    const file = image === undefined ? undefined : await attach(image, card.scope);
    if (image !== undefined && file === undefined) return false;
    const added = await addTask({
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
    });
    if (added === undefined) return false;
    draft.clear();
    return true;
  };

  return (
    <PanelForm
      title={multi ? 'Add Task to Multi User' : 'Add Task'}
      submit={`Add to ${card.name.length > 24 ? 'card' : card.name}`}
      disabled={tooLong}
      isDirty={draft.isDirty || image !== undefined}
      onSubmit={submit}
      onDiscard={draft.clear}
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput
          label={special ? 'Task Details' : 'Task name'}
          required
          data-autofocus
          value={values.name}
          error={tooLong ? TASK_NAME_TOO_LONG : errorOf('name')}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <FlagSelect
          value={values.flag}
          error={errorOf('flag')}
          onChange={(flag) => set({ flag })}
        />
        <AssigneeField
          multi={multi}
          people={people}
          value={values.assignees}
          error={errorOf('assignees')}
          onChange={(assignees) => set({ assignees })}
        />
        <SelectOrCreate
          label={special ? 'Sub-task' : 'Label'}
          options={labels.options}
          onCreate={labels.create}
          value={values.label === '' ? null : values.label}
          onChange={(label) => set({ label: label ?? '' })}
        />
        {!special && (
          <Textarea
            label="Description"
            autosize
            minRows={3}
            maxRows={12}
            value={values.description}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
        )}
        <DateFields values={values} error={missing.end_date} onChange={set} />
        <MultiSelect
          label="Collaborators"
          searchable
          hidePickedOptions
          maxDropdownHeight={150}
          data={people}
          value={[...values.collaborators]}
          nothingFoundMessage="No team member of this name"
          onChange={(collaborators) => set({ collaborators })}
        />
        <FileField
          label="Image"
          accept="image/*"
          refusal="Only images can be added here"
          value={image}
          onChange={setImage}
        />
      </Stack>
    </PanelForm>
  );
}

interface AssigneeProps {
  readonly multi: boolean;
  readonly people: readonly { readonly value: string; readonly label: string }[];
  readonly value: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (assignees: readonly string[]) => void;
}

function AssigneeField({ multi, people, value, error, onChange }: AssigneeProps) {
  const common = {
    label: 'Assign to',
    required: true,
    searchable: true,
    data: [...people],
    error,
    nothingFoundMessage: 'No team member of this name',
  };
  return multi ? (
    <MultiSelect {...common} hidePickedOptions value={[...value]} onChange={onChange} />
  ) : (
    <Select
      {...common}
      value={value[0] ?? null}
      onChange={(person) => onChange(person === null ? [] : [person])}
    />
  );
}

interface DateFieldsProps {
  readonly values: Pick<TaskDraft, 'start_date' | 'end_date'>;
  readonly error: string | undefined;
  readonly onChange: (change: Partial<TaskDraft>) => void;
}

function DateFields({ values, error, onChange }: DateFieldsProps) {
  const bound = (date: string) => (date === '' ? undefined : date);
  return (
    <Group grow gap="sm" align="flex-start">
      <TextInput
        type="date"
        label="Start date"
        value={values.start_date}
        max={bound(values.end_date)}
        onChange={(event) => onChange({ start_date: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="End date"
        value={values.end_date}
        error={error}
        min={bound(values.start_date)}
        onChange={(event) => onChange({ end_date: event.currentTarget.value })}
      />
    </Group>
  );
}

function missingOf(values: TaskDraft) {
  const backwards =
    values.start_date !== '' && values.end_date !== '' && values.end_date < values.start_date;
  return {
    name: values.name.trim() === '' ? 'Name is required' : undefined,
    flag: values.flag === '' ? 'Priority is required' : undefined,
    assignees: values.assignees.length === 0 ? 'Assign to is required' : undefined,
    end_date: backwards ? 'The end date is before the start date' : undefined,
  };
}

function useMemberOptions(project: string) {
  const members = useMembers(project) ?? [];
  return members
    .filter(({ person }) => person.active)
    .map(({ person }) => ({ value: person.id, label: person.display_name }));
}

interface FlagSelectProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (flag: string) => void;
}

function FlagSelect({ value, error, onChange }: FlagSelectProps) {
  const flags = useOfferedFlags();
  const colourOf = (id: string) => flags.find((flag) => flag.id === id)?.colour_code ?? '#000000';
  const chosen = flags.find((flag) => flag.id === value);
  return (
    <Select
      label="Priority"
      required
      data={flags.map((flag) => ({ value: flag.id, label: flag.name }))}
      value={value === '' ? null : value}
      error={error}
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
      onChange={(flag) => onChange(flag ?? '')}
    />
  );
}
