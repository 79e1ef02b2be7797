import { assigneesOf, type Task } from '../../../model/entities/task.ts';
import { nameIn } from '../../data/person-name.ts';
import { i18n } from '../../i18n/i18n.ts';
import { initialsOf, toneOf } from '../../ui/marks/person-avatar.tsx';
import type { BoardData } from './board-context.ts';
import classes from './kanban/tile.module.css';

interface Props {
  readonly task: Task;
  readonly people: BoardData['people'];
}

const SHOWN = 3;

/**
 * Assignee with picture and name, several pictures, or `Not assigned` (board spec, 2). Plain elements,
 * because a board has many tiles.
 */
export function AssigneeFaces({ task, people }: Props) {
  const names = assigneesOf(task).map((id) => nameIn(people, id));
  if (names.length === 0) {
    return <span className={classes.assignee}>{i18n.t('Not assigned')}</span>;
  }
  const rest = names.length - SHOWN;
  return (
    <span
      className={classes.assignee}
      data-several={names.length > 1 || undefined}
      data-tip={i18n.t('Assigned to {names}', { names: names.join(', ') })}
    >
      <span className={classes.faces} aria-hidden>
        {names.slice(0, SHOWN).map((name, index) => (
          <span key={index} className={classes.face} style={{ background: toneOf(name) }}>
            {initialsOf(name)}
          </span>
        ))}
        {rest > 0 && <span className={classes.rest}>+{rest}</span>}
      </span>
      {names.length === 1 ? (
        <span className={classes.who}>{names[0]}</span>
      ) : (
        <span className={classes.hidden}>{names.join(', ')}</span>
      )}
    </span>
  );
}
