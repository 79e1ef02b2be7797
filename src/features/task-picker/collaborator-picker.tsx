import { useTaskEdits } from '../../data/task-edits.ts';
import { i18n } from '../../i18n/i18n.ts';
import { PickerDialog } from './picker-dialog.tsx';
import { optionsFor, tickState } from './picker-options.ts';
import type { PickerProps } from './picker-props.ts';
import { useProjectPeople } from './project-people.tsx';

/** Adds collaborators and removes them. */
export function CollaboratorPicker({ tasks, subject, ...rest }: PickerProps) {
  const { option, withFormer, isRead, empty } = useProjectPeople(tasks[0]?.project);
  const edits = useTaskEdits();
  const ids = tasks.map(({ id }) => id);
  const people = withFormer(tasks.flatMap(({ collaborators }) => collaborators)).map((person) => {
    const state = tickState(tasks, ({ collaborators }) => collaborators.includes(person.id));
    const set = async (isOn: boolean) =>
      await (isOn ? edits.addCollaborator(ids, person) : edits.removeCollaborator(ids, person));
    const toggle = async () => await set(state !== 'on');
    return option({ person, run: toggle, tick: { state, set } });
  });
  return (
    <PickerDialog
      title={i18n.t('Collaborators of {subject}', { subject })}
      placeholder={i18n.t('Add or remove a collaborator...')}
      groupsFor={(text) => [{ title: i18n.t('Collaborators'), options: optionsFor(people, text) }]}
      isRead={isRead}
      empty={empty}
      {...rest}
    />
  );
}
