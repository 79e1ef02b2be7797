import { Group, Select } from '@mantine/core';
import type { Task } from '../../../model/entities/task.ts';
import { STAGE_UPDATED } from '../../../model/mutations/task/task-move.ts';
import { useBoardCards } from '../../data/cards.ts';
import { useOfferedFlags } from '../../data/flags.ts';
import { useLabel, useLabelChoice, useSetLabel } from '../../data/labels.ts';
import { useSetFlag } from '../../data/task-changes.ts';
import { useMoveTask, useRestorePosition } from '../../data/tasks.ts';
import { FlagMark } from '../../ui/marks/flag-mark.tsx';
import { SelectOrCreate } from '../../ui/forms/select-or-create.tsx';
import classes from './task-panel.module.css';
import { blockedProps, type PermissionMessage } from './use-permission-message.ts';

interface FieldProps {
  readonly task: Task;
  readonly say: PermissionMessage;
}

export function PriorityField({ task, say: permissionMessage }: FieldProps) {
  const flags = useOfferedFlags(task.flag);
  const setFlag = useSetFlag();
  const flag = flags.find((one) => one.id === task.flag);
  const mark =
    flag === undefined ? undefined : <FlagMark name={flag.name} colour={flag.colour_code} />;
  if (!permissionMessage.offered) {
    return (
      <Group gap="xs">
        {mark} {flag?.name ?? 'No priority'}
      </Group>
    );
  }
  return (
    <Select
      size="xs"
      aria-label="Priority"
      allowDeselect={false}
      {...blockedProps(permissionMessage.blocked)}
      data={flags.map((one) => ({ value: one.id, label: one.name }))}
      value={task.flag}
      leftSection={mark}
      renderOption={({ option }) => (
        <Group gap="xs">
          <FlagMark
            name={option.label}
            colour={flags.find((one) => one.id === option.value)?.colour_code ?? '#000000'}
          />
          {option.label}
        </Group>
      )}
      onChange={async (id) => {
        if (id !== null && id !== task.flag) await setFlag(task.id, id);
      }}
    />
  );
}

export function StageField({ task, say: permissionMessage }: FieldProps) {
  const cards = useBoardCards(task.project) ?? [];
  const move = useMoveTask();
  const restore = useRestorePosition();
  const card = cards.find((one) => one.id === task.card);
  if (!permissionMessage.offered) return <>{card?.name ?? 'An archived card'}</>;
  return (
    <Select
      size="xs"
      aria-label="Stage"
      allowDeselect={false}
      placeholder="An archived card"
      {...blockedProps(permissionMessage.blocked)}
      data={cards.map((one) => ({ value: one.id, label: one.name }))}
      value={card?.id ?? null}
      onChange={async (id) => {
        if (id === null || id === task.card) return;
        await move(task, id, 'top', { message: STAGE_UPDATED, undo: () => void restore(task) });
      }}
    />
  );
}

interface LabelFieldProps extends FieldProps {
  /** `Label`, or `Sub-task` in organisations with special roles. */
  readonly name: string;
}

export function LabelField({ task, say: permissionMessage, name }: LabelFieldProps) {
  const label = useLabel(task.label);
  const choice = useLabelChoice(task.project);
  const setLabel = useSetLabel();
  if (!permissionMessage.offered || permissionMessage.blocked !== undefined) {
    const text = label?.name ?? 'None';
    if (!permissionMessage.offered)
      return <span className={label === null ? classes.muted : undefined}>{text}</span>;
    return (
      <Select
        size="xs"
        aria-label={name}
        placeholder="None"
        {...blockedProps(permissionMessage.blocked)}
        data={choice.options}
        value={label?.id ?? null}
      />
    );
  }
  return (
    <SelectOrCreate
      size="xs"
      label={name}
      isLabelHidden
      options={choice.options}
      value={label?.id ?? null}
      onCreate={choice.create}
      onChange={(id) => {
        if (id !== task.label) void setLabel(task.id, id);
      }}
    />
  );
}
