import { IconUserOff } from '@tabler/icons-react';
import { assigneesOf } from '../../../model/entities/task.ts';
import { useTaskEdits } from '../../data/task-edits.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { PickerDialog } from './picker-dialog.tsx';
import { optionsFor, type PickerOption } from './picker-options.ts';
import type { PickerProps } from './picker-props.ts';
import { useProjectPeople } from './project-people.tsx';

interface Props extends PickerProps {
  /** True where only a further assignee can be chosen. */
  readonly onlyAdds?: boolean;
}

/** Assigns to one person, adds a further assignee, or removes one. */
export function AssigneePicker({ tasks, subject, onlyAdds = false, ...rest }: Props) {
  const { active, named, option, isRead, empty } = useProjectPeople(tasks[0]?.project);
  const edits = useTaskEdits();
  const ids = tasks.map(({ id }) => id);
  const assigned = [...new Set(tasks.flatMap(assigneesOf))];
  const isOnEach = (id: string) => tasks.every((task) => assigneesOf(task).includes(id));
  const only = active.map((person) =>
    option({
      person,
      kind: 'only',
      isCurrent: isOnEach(person.id),
      run: async () => await edits.setAssignee(ids, person),
    }),
  );
  const more = active
    .filter(({ id }) => !isOnEach(id))
    .map((person) =>
      option({ person, kind: 'more', run: async () => await edits.addAssignee(ids, person) }),
    );
  const fewer = named(assigned).map((person) =>
    option({ person, kind: 'fewer', run: async () => await edits.removeAssignee(ids, person) }),
  );
  const nobody: PickerOption = {
    id: 'nobody',
    name: i18n.t('Nobody'),
    icon: <IconUserOff {...SMALL_ICON} />,
    run: () => void edits.setAssignee(ids, null),
  };
  const removals = assigned.length > 1 ? [...fewer, nobody] : [nobody];
  const isAssigned = assigned.length > 0;
  const groupsFor = (text: string) => [
    { title: i18n.t('Assign to'), options: onlyAdds ? [] : optionsFor(only, text) },
    { title: i18n.t('Add a further assignee'), options: isAssigned ? optionsFor(more, text) : [] },
    { title: i18n.t('Remove'), options: isAssigned && !onlyAdds ? optionsFor(removals, text) : [] },
  ];
  return (
    <PickerDialog
      title={
        onlyAdds
          ? i18n.t('Further assignee of {subject}', { subject })
          : i18n.t('Assignee of {subject}', { subject })
      }
      placeholder={onlyAdds ? i18n.t('Add an assignee...') : i18n.t('Assign to...')}
      groupsFor={groupsFor}
      isRead={isRead}
      empty={empty}
      {...rest}
    />
  );
}
