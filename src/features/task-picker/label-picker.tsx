import { IconPlus, IconTag, IconTagOff } from '@tabler/icons-react';
import { mayCreateLabel } from '../../../model/permissions/label.ts';
import { useActor, useAllowed } from '../../data/client.tsx';
import { useAddLabel, useLabels } from '../../data/labels.ts';
import { useTaskEdits } from '../../data/task-edits.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { plain } from '../../ui/text/plain.ts';
import { PickerDialog } from './picker-dialog.tsx';
import { optionsFor, type PickerOption } from './picker-options.ts';
import type { PickerProps } from './picker-props.ts';

/** Chooses a label of the project, creates one by its name, or removes the label. */
export function LabelPicker({ tasks, subject, ...rest }: PickerProps) {
  const project = tasks[0]?.project;
  const special = useActor()?.specialRole === true;
  const read = useLabels(project);
  const labels = read ?? [];
  const edits = useTaskEdits();
  const add = useAddAndSet(project);
  const ids = tasks.map(({ id }) => id);
  const options = labels.map(({ id, name }) => ({
    id,
    name,
    icon: <IconTag {...SMALL_ICON} />,
    isCurrent: tasks.every(({ label }) => label === id),
    run: () => void edits.setLabel(ids, { id, name }),
  }));
  const none: PickerOption = {
    id: 'none',
    name: special ? i18n.t('No sub-task') : i18n.t('No label'),
    icon: <IconTagOff {...SMALL_ICON} />,
    run: () => void edits.setLabel(ids, null),
  };
  const isLabelled = tasks.some(({ label }) => label !== null);
  const groupsFor = (text: string) => {
    const isKnown = labels.some(({ name }) => plain(name) === plain(text));
    const create: PickerOption = {
      id: 'create',
      name: i18n.t('Add label “{name}”', { name: text }),
      icon: <IconPlus {...SMALL_ICON} />,
      run: () => void add(ids, text),
    };
    return [
      { title: i18n.t('Labels'), options: optionsFor(options, text) },
      { title: i18n.t('Remove'), options: isLabelled ? optionsFor([none], text) : [] },
      { title: i18n.t('New'), options: text === '' || isKnown ? [] : [create] },
    ];
  };
  return (
    <PickerDialog
      title={
        special
          ? i18n.t('Sub-task of {subject}', { subject })
          : i18n.t('Label of {subject}', { subject })
      }
      placeholder={i18n.t('Set or add a label...')}
      groupsFor={groupsFor}
      isRead={read !== undefined}
      empty={i18n.t('The project has no labels yet. Type a name to add one.')}
      {...rest}
    />
  );
}

function useAddAndSet(project: string | undefined) {
  const allowed = useAllowed();
  const add = useAddLabel();
  const edits = useTaskEdits();
  return async (ids: readonly string[], name: string): Promise<void> => {
    if (project === undefined || !(await allowed(mayCreateLabel))) return;
    const id = await add(project, name);
    if (id !== undefined) await edits.setLabel(ids, { id, name });
  };
}
