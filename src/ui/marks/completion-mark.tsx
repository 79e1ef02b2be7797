import { VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled, IconCircleDot } from '@tabler/icons-react';
import classes from './completion-mark.module.css';

interface CompletionMarkProps {
  /** Open, done by the assignee and waiting, or accepted by the creator. */
  readonly state: 'open' | 'waiting' | 'accepted';
  /** What the control is set to from this person's side; undefined where they have no say: then it is a plain mark. */
  readonly ticked: boolean | undefined;
  /** Says what it is about and where it stands. */
  readonly label: string;
  readonly onToggle: () => void;
}

const ICONS = {
  open: IconCircle,
  waiting: IconCircleDot,
  accepted: IconCircleCheckFilled,
} as const;

/** Completion as one control with three states to read at a glance (look.md, Board). */
export function CompletionMark({ state, ticked, label, onToggle }: CompletionMarkProps) {
  const Icon = ICONS[state];
  const icon = <Icon size={18} stroke={1.5} aria-hidden />;
  if (ticked === undefined) {
    return (
      <span className={classes['mark']} data-state={state} data-plain title={label}>
        {icon}
        <VisuallyHidden>{label}</VisuallyHidden>
      </span>
    );
  }
  return (
    <label className={classes['mark']} data-state={state} title={label}>
      <input
        type="checkbox"
        className={classes['input']}
        checked={ticked}
        aria-label={label}
        onChange={onToggle}
      />
      {icon}
    </label>
  );
}
