import { VisuallyHidden } from '@mantine/core';
import { CompletionIcon } from './completion-icon.tsx';
import classes from './completion-mark.module.css';

interface CompletionMarkProps {
  /** Open, completed by the assignee and waiting, or accepted by the creator. */
  readonly state: 'open' | 'waiting' | 'accepted';
  /** Value of the control for this person; undefined without the right: then it is a plain mark. */
  readonly ticked: boolean | undefined;
  /** Accessible name: task and state. */
  readonly label: string;
  readonly onToggle: () => void;
}

/** Completion as one control with three states (look.md, Board). */
export function CompletionMark({ state, ticked, label, onToggle }: CompletionMarkProps) {
  const icon = <CompletionIcon state={state} isTickable={ticked !== undefined} />;
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
