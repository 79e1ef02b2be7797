import { IconUserOff } from '@tabler/icons-react';
import type { Subtask } from '../../../model/entities/subtask.ts';
import { useSubtaskEdits } from '../../data/subtask-edits.ts';
import { useSubtask } from '../../data/subtasks.ts';
import type { PickerKind } from '../../data/task-picker.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { DateDialog } from './date-picker.tsx';
import { PickerDialog } from './picker-dialog.tsx';
import { optionsFor, type PickerOption } from './picker-options.ts';
import type { PickerProps } from './picker-props.ts';
import { useProjectPeople } from './project-people.tsx';

type Rest = Pick<PickerProps, 'deliverTyped' | 'onClose'>;

interface Props extends Rest {
  readonly id: string;
  readonly kind: PickerKind;
}

/** Picker for the assignee or a date of a subtask. */
export function SubtaskPicker({ id, kind, ...rest }: Props) {
  const subtask = useSubtask(id);
  const edits = useSubtaskEdits();
  if (subtask === undefined || subtask === null) return null;
  if (kind === 'assignee') return <SubtaskAssignee subtask={subtask} {...rest} />;
  const field = kind === 'start' ? 'start_date' : 'end_date';
  return (
    <DateDialog
      field={field}
      subject={subtask.name}
      present={subtask[field]}
      isSet={subtask[field] !== null}
      onSet={(date) => void edits.setDate(subtask, field, date)}
      {...rest}
    />
  );
}

function SubtaskAssignee({ subtask, ...rest }: Rest & { readonly subtask: Subtask }) {
  const { active, option, isRead, empty } = useProjectPeople(subtask.project);
  const edits = useSubtaskEdits();
  const people = active.map((person) =>
    option({
      person,
      isCurrent: subtask.assigned_to === person.id,
      run: async () => await edits.assign(subtask, person.id),
    }),
  );
  const nobody: PickerOption = {
    id: 'nobody',
    name: i18n.t('Nobody'),
    icon: <IconUserOff {...SMALL_ICON} />,
    run: () => void edits.assign(subtask, null),
  };
  return (
    <PickerDialog
      title={i18n.t('Assignee of {subject}', { subject: subtask.name })}
      placeholder={i18n.t('Assign to...')}
      groupsFor={(text) => [
        { title: i18n.t('Assign to'), options: optionsFor(people, text) },
        {
          title: i18n.t('Remove'),
          options: subtask.assigned_to === null ? [] : optionsFor([nobody], text),
        },
      ]}
      isRead={isRead}
      empty={empty}
      {...rest}
    />
  );
}
