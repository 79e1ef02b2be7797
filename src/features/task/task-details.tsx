import { ActionIcon } from '@mantine/core';
import { IconLayoutKanban, IconPlus, IconTag, IconUser, IconUsers } from '@tabler/icons-react';
import { assigneesOf, type Task } from '../../../model/entities/task.ts';
import {
  mayDirectTask,
  mayEditTask,
  mayManageCollaborators,
  mayMoveTask,
} from '../../../model/permissions/task.ts';
import { isDeleted } from '../../../model/shared/erasure.ts';
import { nameOfPerson } from '../../data/person-name.ts';
import { useBoardCards } from '../../data/cards.ts';
import { useActor } from '../../data/client.tsx';
import { erasureDay, useEraseDays } from '../../data/deletion.ts';
import { useFlags } from '../../data/flags.ts';
import { useLabel } from '../../data/labels.ts';
import { usePeople } from '../../data/people.ts';
import { type PickerKind, useTaskPicker } from '../../data/task-picker.ts';
import { useReceipts } from '../../data/receipts.ts';
import { i18n } from '../../i18n/i18n.ts';
import { dateInFull } from '../../ui/text/date-format.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { FlagMark } from '../../ui/marks/flag-mark.tsx';
import { DueDateChip, StartDateChip } from './date-chips.tsx';
import { ChipPeople, FieldChip } from './field-chip.tsx';
import { FieldRow } from './field-row.tsx';
import { TaskDescription } from './task-description.tsx';
import { OwnReceipt } from './own-receipt.tsx';
import { SentBackNotice } from './sent-back-notice.tsx';
import { TaskTicks } from './task-ticks.tsx';
import classes from './task-panel.module.css';
import { usePermissionMessage } from './use-permission-message.ts';

/** Fields of a task without its comments, each editable in place for those with the right (board spec, 6). */
export function TaskDetails({ task }: { readonly task: Task }) {
  const special = useActor()?.specialRole === true;
  const eraseDays = useEraseDays();
  return (
    <>
      {!task.status && <p className={classes.archived}>{stateText(task, eraseDays)}</p>}
      <SentBackNotice task={task} />
      <TaskTicks task={task} />
      {task.asks.length > 0 && (
        <p className={classes.asks}>
          {i18n.t('Asked for when it is marked as done: {asks}', { asks: asksText(task) })}
        </p>
      )}
      <dl className={classes.fields}>
        <Dates task={task} />
        <People task={task} />
        <PriorityField task={task} />
        <LabelField task={task} name={special ? i18n.t('Sub-task') : i18n.t('Label')} />
        <StageField task={task} />
        <Collaborators task={task} />
        <Received task={task} />
      </dl>
      {!special && <TaskDescription task={task} />}
    </>
  );
}

function asksText({ asks }: Task): string {
  const texts = {
    remark: i18n.t('a remark'),
    photo: i18n.t('a photo'),
    signature: i18n.t('a signature'),
  };
  return asks.map((ask) => texts[ask]).join(', ');
}

function stateText(task: Task, eraseDays: number): string {
  const { deleted_at: at } = task;
  if (!isDeleted(task) || at === null) return i18n.t('This task is archived.');
  const date = dateInFull(erasureDay(at, eraseDays));
  return i18n.t('This task is deleted. It is erased after {date}.', { date });
}

interface Props {
  readonly task: Task;
}

/** Opens a picker of this task; undefined for those without the right, and for an archived task. */
function useOpen(task: Task) {
  const picker = useTaskPicker();
  const permission = usePermissionMessage(task);
  return (kind: PickerKind, rule: Parameters<typeof permission>[0]) =>
    task.status && permission(rule).offered
      ? () => picker.open({ kind, tasks: [task.id] })
      : undefined;
}

function useNames(ids: readonly string[]) {
  const everybody = usePeople();
  return ids.map((id) => ({
    id,
    name: nameOfPerson(everybody && (everybody.find((one) => one.id === id) ?? null)),
  }));
}

function Dates({ task }: Props) {
  const open = useOpen(task);
  const openStart = open('start', mayEditTask);
  return (
    <>
      <FieldRow name={i18n.t('Due date')}>
        <DueDateChip row={task} onOpen={open('due', mayEditTask)} />
      </FieldRow>
      {(task.start_date !== null || openStart !== undefined) && (
        <FieldRow name={i18n.t('Start date')}>
          <StartDateChip date={task.start_date} onOpen={openStart} />
        </FieldRow>
      )}
    </>
  );
}

function People({ task }: Props) {
  const open = useOpen(task);
  const people = useNames(assigneesOf(task));
  const openMore = open('further-assignee', mayDirectTask);
  return (
    <FieldRow name={i18n.t('Assignee')}>
      <FieldChip
        name={i18n.t('Assignee')}
        icon={people.length === 0 ? <IconUser {...SMALL_ICON} /> : undefined}
        shortcut="a"
        isEmpty={people.length === 0}
        onOpen={open('assignee', mayDirectTask)}
      >
        <ChipPeople people={people} empty={i18n.t('No Member assigned')} />
      </FieldChip>
      {people.length > 0 && openMore !== undefined && (
        <ActionIcon
          size={28}
          aria-label={i18n.t('Add a further assignee')}
          data-tip={i18n.t('Add a further assignee')}
          onClick={openMore}
        >
          <IconPlus {...SMALL_ICON} />
        </ActionIcon>
      )}
    </FieldRow>
  );
}

function Collaborators({ task }: Props) {
  const open = useOpen(task);
  const people = useNames(task.collaborators);
  return (
    <FieldRow name={i18n.t('Collaborators')}>
      <FieldChip
        name={i18n.t('Collaborators')}
        icon={people.length === 0 ? <IconUsers {...SMALL_ICON} /> : undefined}
        shortcut="o"
        isEmpty={people.length === 0}
        onOpen={open('collaborators', mayManageCollaborators)}
      >
        <ChipPeople people={people} empty={i18n.t('None')} />
      </FieldChip>
    </FieldRow>
  );
}

/** How far the task has come, for the person who created it. */
function Received({ task }: Props) {
  const isAuthor = useActor()?.orgUserId === task.created_by;
  const { settings } = useReceipts();
  if (!isAuthor || settings?.work !== true) return null;
  return (
    <FieldRow name={i18n.t('Received')}>
      <OwnReceipt table="tasks" row={task} author={task.created_by} what={task.name} hasLabel />
    </FieldRow>
  );
}

function PriorityField({ task }: Props) {
  const open = useOpen(task);
  const flag = useFlags()?.find(({ id }) => id === task.flag);
  return (
    <FieldRow name={i18n.t('Priority')}>
      <FieldChip
        name={i18n.t('Priority')}
        icon={
          flag === undefined ? undefined : <FlagMark name={flag.name} colour={flag.colour_code} />
        }
        shortcut="p"
        isEmpty={flag === undefined}
        onOpen={open('priority', mayDirectTask)}
      >
        {flag?.name ?? i18n.t('No priority')}
      </FieldChip>
    </FieldRow>
  );
}

/** `name` is `Label`, or `Sub-task` in organisations with special roles. */
function LabelField({ task, name }: Props & { readonly name: string }) {
  const open = useOpen(task);
  const label = useLabel(task.label);
  return (
    <FieldRow name={name}>
      <FieldChip
        name={name}
        icon={<IconTag {...SMALL_ICON} />}
        shortcut="l"
        isEmpty={task.label === null}
        onOpen={open('label', mayDirectTask)}
      >
        {label?.name ?? i18n.t('None')}
      </FieldChip>
    </FieldRow>
  );
}

function StageField({ task }: Props) {
  const open = useOpen(task);
  const card = (useBoardCards(task.project) ?? []).find(({ id }) => id === task.card);
  return (
    <FieldRow name={i18n.t('Stage')}>
      <FieldChip
        name={i18n.t('Stage')}
        icon={<IconLayoutKanban {...SMALL_ICON} />}
        shortcut="s"
        isEmpty={card === undefined}
        onOpen={open('stage', mayMoveTask)}
      >
        {card?.name ?? i18n.t('An archived card')}
      </FieldChip>
    </FieldRow>
  );
}
