import { IconCalendar, IconLayoutKanban, IconList } from '@tabler/icons-react';
import type { ViewParameters } from '../../data/view-parameters.ts';
import classes from './board.module.css';

interface Props {
  readonly params: ViewParameters;
  readonly onParams: (params: ViewParameters) => void;
}

const VIEWS = [
  { view: undefined, name: 'Board', Icon: IconLayoutKanban },
  { view: 'list', name: 'List', Icon: IconList },
  { view: 'calendar', name: 'Calendar', Icon: IconCalendar },
] as const;

/** Switches between columns, list and calendar. */
export function ViewSwitch({ params, onParams }: Props) {
  return (
    <fieldset className={classes.views} aria-label="View">
      {VIEWS.map(({ view, name, Icon }) => (
        <button
          key={name}
          type="button"
          aria-label={`${name} view`}
          aria-pressed={params.view === view}
          data-tip={name}
          onClick={() => onParams({ ...params, view })}
        >
          <Icon size={16} stroke={1.5} aria-hidden />
        </button>
      ))}
    </fieldset>
  );
}
