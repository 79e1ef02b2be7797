import { IconUserOff } from '@tabler/icons-react';
import { assigneesOf } from '../../../model/entities/task.ts';
import { useTaskEdits } from '../../data/task-edits.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { PickerDialog } from './picker-dialog.tsx';
import { optionsFor, type PickerOption, tickState } from './picker-options.ts';
import type { PickerProps } from './picker-props.ts';
import { useProjectPeople } from './project-people.tsx';

interface Props extends PickerProps {
  /** True where a chosen person joins the present assignees. */
  readonly isFurther?: boolean;
}

/**
 * Changes the assignees. A chosen person replaces a single assignee, and joins or leaves several of them; a ticked one
 * always joins or leaves.
 */
export function AssigneePicker({ tasks, subject, isFurther = false, ...rest }: Props) {
  const { option, withFormer, isRead, empty } = useProjectPeople(tasks[0]?.project);
  const edits = useTaskEdits();
  const ids = tasks.map(({ id }) => id);
  const assigned = tasks.flatMap(assigneesOf);
  const joins = isFurther || tasks.some((task) => assigneesOf(task).length > 1);
  const people = withFormer(assigned).map((person) => {
    const state = tickState(tasks, (task) => assigneesOf(task).includes(person.id));
    const set = async (isOn: boolean) =>
      await (isOn ? edits.addAssignee(ids, person) : edits.removeAssignee(ids, person));
    const toggle = async () => await set(state !== 'on');
    const replace = async () => await edits.setAssignee(ids, person);
    return option({ person, run: joins ? toggle : replace, tick: { state, set } });
  });
  const nobody: PickerOption = {
    id: 'nobody',
    name: i18n.t('Nobody'),
    icon: <IconUserOff {...SMALL_ICON} />,
    run: () => void edits.setAssignee(ids, null),
  };
  const canClear = assigned.length > 0 && !isFurther;
  return (
    <PickerDialog
      title={
        isFurther
          ? i18n.t('Further assignee of {subject}', { subject })
          : i18n.t('Assignee of {subject}', { subject })
      }
      placeholder={isFurther ? i18n.t('Add an assignee...') : i18n.t('Assign to...')}
      groupsFor={(text) => [
        { title: i18n.t('Assign to'), options: optionsFor(people, text) },
        { title: i18n.t('Remove'), options: canClear ? optionsFor([nobody], text) : [] },
      ]}
      isRead={isRead}
      empty={empty}
      {...rest}
    />
  );
}
