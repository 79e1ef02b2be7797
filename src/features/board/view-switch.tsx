import { IconCalendar, IconLayoutKanban, IconList } from '@tabler/icons-react';
import type { BoardLook } from '../../data/board-look.ts';
import classes from './board.module.css';

interface Props {
  readonly look: BoardLook;
  readonly onLook: (look: BoardLook) => void;
}

const VIEWS = [
  { view: undefined, name: 'Board', Icon: IconLayoutKanban },
  { view: 'list', name: 'List', Icon: IconList },
  { view: 'calendar', name: 'Calendar', Icon: IconCalendar },
] as const;

/** The same tasks as cards, as a list, or by day. */
export function ViewSwitch({ look, onLook }: Props) {
  return (
    <fieldset className={classes.views} aria-label="View">
      {VIEWS.map(({ view, name, Icon }) => (
        <button
          key={name}
          type="button"
          aria-label={`${name} view`}
          aria-pressed={look.view === view}
          data-tip={name}
          onClick={() => onLook({ ...look, view })}
        >
          <Icon size={16} stroke={1.5} aria-hidden />
        </button>
      ))}
    </fieldset>
  );
}
