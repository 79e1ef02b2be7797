import { i18n } from '../../i18n/i18n.ts';
import type { Completion } from '../../data/task-completion.ts';
import { CompletionIcon } from '../../ui/marks/completion-icon.tsx';
import classes from './kanban/tile.module.css';

interface Props {
  readonly name: string;
  readonly completion: Completion;
  /** People and times, for the tooltip. */
  readonly text: string;
  readonly tabbable: boolean;
  readonly onToggle: () => void;
}

/**
 * Completion control of a tile; a plain mark for people without the right (board spec, 6). Without the access
 * flag it is disabled (5), and a click shows the alert (6).
 */
export function CompletionControl({ name, completion, text, tabbable, onToggle }: Props) {
  const isTickable = completion.completer !== 'none' && !completion.locked;
  const icon = <CompletionIcon state={completion.state} isTickable={isTickable} />;
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
        aria-label={
          completion.completer === 'creator'
            ? i18n.t('Completed: {name}. {text}', { name, text })
            : i18n.t('Completed by Employee: {name}. {text}', { name, text })
        }
        tabIndex={tabbable ? 0 : -1}
        onChange={onToggle}
      />
      {icon}
    </label>
  );
}
