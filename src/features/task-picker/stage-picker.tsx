import { IconLayoutKanban } from '@tabler/icons-react';
import { STAGE_UPDATED } from '../../../model/mutations/task/task-move.ts';
import { useBoardCards } from '../../data/cards.ts';
import { type NamedValue, useTaskEdits } from '../../data/task-edits.ts';
import { useMoveTask, useRestorePosition } from '../../data/tasks.ts';
import { i18n, translated } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { PickerDialog } from './picker-dialog.tsx';
import { optionsFor } from './picker-options.ts';
import type { PickerProps } from './picker-props.ts';

/** Moves one task to the top of a card, several to its end. */
export function StagePicker({ tasks, subject, ...rest }: PickerProps) {
  const cards = useBoardCards(tasks[0]?.project);
  const move = useMove(tasks);
  const options = (cards ?? []).map(({ id, name }) => ({
    id,
    name,
    icon: <IconLayoutKanban {...SMALL_ICON} />,
    isCurrent: tasks.every(({ card }) => card === id),
    run: () => void move({ id, name }),
  }));
  return (
    <PickerDialog
      title={i18n.t('Stage of {subject}', { subject })}
      placeholder={i18n.t('Move to...')}
      groupsFor={(text) => [{ title: i18n.t('Cards'), options: optionsFor(options, text) }]}
      isRead={cards !== undefined}
      empty={i18n.t('No card of this name.')}
      {...rest}
    />
  );
}

function useMove(tasks: PickerProps['tasks']): (card: NamedValue) => Promise<unknown> {
  const edits = useTaskEdits();
  const moveTask = useMoveTask();
  const restore = useRestorePosition();
  return async (card) => {
    const [first] = tasks;
    if (first === undefined || tasks.length > 1) {
      return await edits.move(
        tasks.map(({ id }) => id),
        card,
      );
    }
    if (first.card === card.id) return undefined;
    const undo = () => restore(first);
    return await moveTask(first, card.id, 'top', { message: translated(STAGE_UPDATED), undo });
  };
}
