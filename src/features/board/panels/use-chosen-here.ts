import { useLabel } from '../../../data/labels.ts';
import { useMembers } from '../../../data/members.ts';
import { usePersonName } from '../../../data/people.ts';
import { i18n } from '../../../i18n/i18n.ts';

/** Choices of a new task that others can remove while its form is open. */
export interface Choices {
  /** Id; empty without one. */
  readonly label: string;
  readonly assignees: readonly string[];
  readonly collaborators: readonly string[];
}

interface ChosenHere {
  /** The choices that are still possible. */
  readonly choices: Choices;
  /** Members who can be chosen. */
  readonly people: readonly { readonly value: string; readonly label: string }[];
  /** For each field that has lost something, what it was. */
  readonly lost: Partial<Record<keyof Choices, string>>;
}

/**
 * Leaves out a label that was deleted and people who left the project since they were chosen, also in a draft of long
 * ago: the server would refuse the task for a choice that no field shows. Leaves out nothing while they are read.
 */
export function useChosenHere(
  project: string,
  { label, assignees, collaborators }: Choices,
): ChosenHere {
  const members = useMembers(project);
  const nameOf = usePersonName();
  const isDeleted = useLabel(label === '' ? undefined : label) === null && label !== '';
  const people = (members ?? [])
    .filter(({ person }) => person.active)
    .map(({ person }) => ({ value: person.id, label: person.display_name }));
  const isHere = (id: string) =>
    members === undefined || people.some((person) => person.value === id);
  const lostOf = (ids: readonly string[]) => {
    const gone = ids.filter((id) => !isHere(id));
    if (gone.length === 0) return undefined;
    return i18n.t('Cannot be chosen any more: {names}', { names: gone.map(nameOf).join(', ') });
  };
  const [lostAssignees, lostCollaborators] = [assignees, collaborators].map(lostOf);
  return {
    choices: {
      label: isDeleted ? '' : label,
      assignees: assignees.filter(isHere),
      collaborators: collaborators.filter(isHere),
    },
    people,
    lost: {
      ...(isDeleted && { label: i18n.t('The label that was chosen here has been deleted.') }),
      ...(lostAssignees !== undefined && { assignees: lostAssignees }),
      ...(lostCollaborators !== undefined && { collaborators: lostCollaborators }),
    },
  };
}
