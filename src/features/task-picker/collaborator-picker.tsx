import { useTaskEdits } from '../../data/task-edits.ts';
import { i18n } from '../../i18n/i18n.ts';
import { PickerDialog } from './picker-dialog.tsx';
import { optionsFor } from './picker-options.ts';
import type { PickerProps } from './picker-props.ts';
import { useProjectPeople } from './project-people.tsx';

/** Adds a collaborator or removes one. */
export function CollaboratorPicker({ tasks, subject, ...rest }: PickerProps) {
  const { active, named, option, isRead, empty } = useProjectPeople(tasks[0]?.project);
  const edits = useTaskEdits();
  const ids = tasks.map(({ id }) => id);
  const present = [...new Set(tasks.flatMap(({ collaborators }) => collaborators))];
  const additions = active
    .filter(({ id }) => !tasks.every(({ collaborators }) => collaborators.includes(id)))
    .map((person) =>
      option({ person, kind: 'more', run: async () => await edits.addCollaborator(ids, person) }),
    );
  const removals = named(present).map((person) =>
    option({ person, kind: 'fewer', run: async () => await edits.removeCollaborator(ids, person) }),
  );
  return (
    <PickerDialog
      title={i18n.t('Collaborators of {subject}', { subject })}
      placeholder={i18n.t('Add or remove a collaborator...')}
      groupsFor={(text) => [
        { title: i18n.t('Add'), options: optionsFor(additions, text) },
        { title: i18n.t('Remove'), options: optionsFor(removals, text) },
      ]}
      isRead={isRead}
      empty={empty}
      {...rest}
    />
  );
}
