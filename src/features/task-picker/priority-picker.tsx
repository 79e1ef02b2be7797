import { useFlags, useOfferedFlags } from '../../data/flags.ts';
import { useTaskEdits } from '../../data/task-edits.ts';
import { i18n } from '../../i18n/i18n.ts';
import { FlagMark } from '../../ui/marks/flag-mark.tsx';
import { PickerDialog } from './picker-dialog.tsx';
import { optionsFor } from './picker-options.ts';
import type { PickerProps } from './picker-props.ts';

export function PriorityPicker({ tasks, subject, ...rest }: PickerProps) {
  const isRead = useFlags() !== undefined;
  const flags = useOfferedFlags();
  const edits = useTaskEdits();
  const ids = tasks.map(({ id }) => id);
  const options = flags.map(({ id, name, colour_code }) => ({
    id,
    name,
    icon: <FlagMark name={name} colour={colour_code} />,
    isCurrent: tasks.every(({ flag }) => flag === id),
    run: () => void edits.setPriority(ids, { id, name }),
  }));
  return (
    <PickerDialog
      title={i18n.t('Priority of {subject}', { subject })}
      placeholder={i18n.t('Set priority...')}
      groupsFor={(text) => [{ title: i18n.t('Priorities'), options: optionsFor(options, text) }]}
      isRead={isRead}
      empty={i18n.t('No priority of this name.')}
      {...rest}
    />
  );
}
