import { type ReactNode, useEffect } from 'react';
import { useRequestedTasks } from '../../data/may-open-picker.ts';
import type { PickerKind, PickerRequest } from '../../data/task-picker.ts';
import { i18n } from '../../i18n/i18n.ts';
import { AssigneePicker } from './assignee-picker.tsx';
import { CollaboratorPicker } from './collaborator-picker.tsx';
import { DatePicker } from './date-picker.tsx';
import { LabelPicker } from './label-picker.tsx';
import type { PickerProps } from './picker-props.ts';
import { PriorityPicker } from './priority-picker.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { StagePicker } from './stage-picker.tsx';
import { SubtaskPicker } from './subtask-picker.tsx';
import { prefetch } from '../../ui/prefetch.ts';

interface Props extends Pick<PickerProps, 'deliverTyped' | 'onClose'> {
  readonly request: PickerRequest;
}

// With its pad for signatures.
const { Component: DoneDialog } = prefetch(
  async () => (await import('./done-dialog.tsx')).DoneDialog,
);

const PICKERS: Readonly<Record<PickerKind, (props: PickerProps) => ReactNode>> = {
  assignee: AssigneePicker,
  'further-assignee': (props) => <AssigneePicker {...props} isFurther />,
  collaborators: CollaboratorPicker,
  priority: PriorityPicker,
  due: (props) => <DatePicker {...props} field="end_date" />,
  start: (props) => <DatePicker {...props} field="start_date" />,
  label: LabelPicker,
  stage: StagePicker,
  name: RenameDialog,
  done: (props) => <DoneDialog {...props} />,
};

/** Picker for one property of one or several tasks. */
export function TaskPicker({ request, ...rest }: Props) {
  const tasks = useRequestedTasks(request);
  const [first] = tasks ?? [];
  const { onClose } = rest;
  const isGone = request.subtask === undefined && tasks?.length === 0;
  useEffect(() => {
    // Hidden only, the picker would open again by itself with a task that is restored.
    if (isGone) onClose();
  }, [isGone, onClose]);
  if (request.subtask !== undefined) {
    return <SubtaskPicker id={request.subtask} kind={request.kind} {...rest} />;
  }
  if (tasks === undefined || first === undefined) return null;
  const Picker = PICKERS[request.kind];
  const subject =
    tasks.length === 1
      ? first.name
      : i18n.t('{count, plural, one {# task} other {# tasks}}', { count: tasks.length });
  return <Picker tasks={tasks} subject={subject} {...rest} />;
}
