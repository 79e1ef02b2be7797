import { IconCircle, IconCircleCheckFilled, IconCircleDot } from '@tabler/icons-react';
import type { Completion } from '../../data/task-completion.ts';
import classes from './kanban/tile.module.css';

interface Props {
  readonly name: string;
  readonly completion: Completion;
  /** People and times, for the tooltip. */
  readonly text: string;
  readonly tabbable: boolean;
  readonly onToggle: () => void;
}

const ICONS = {
  open: IconCircle,
  waiting: IconCircleDot,
  accepted: IconCircleCheckFilled,
} as const;

/**
 * Completion control of a tile; a plain mark for people without the right (board spec, 6). Without the access
 * flag it is disabled (5), and a click shows the alert (6).
 */
export function CompletionControl({ name, completion, text, tabbable, onToggle }: Props) {
  const Icon = ICONS[completion.state];
  const icon = <Icon size={18} stroke={1.5} aria-hidden />;
  if (completion.completer === 'none') {
    return (
      <span className={classes.completion} data-state={completion.state} data-plain data-tip={text}>
        {icon}
        <span className={classes.hidden}>{text}</span>
      </span>
    );
  }
  return (
    <label
      className={classes.completion}
      data-state={completion.state}
      data-locked={completion.locked || undefined}
      data-tip={text}
    >
      <input
        type="checkbox"
        className={classes.tick}
        checked={completion.ticked}
        aria-disabled={completion.locked || undefined}
        aria-label={`${completion.completer === 'creator' ? 'Completed' : 'Completed by Employee'}: ${name}. ${text}`}
        tabIndex={tabbable ? 0 : -1}
        onChange={onToggle}
      />
      {icon}
    </label>
  );
}
