import { Link } from '@tanstack/react-router';
import type { Flag } from '../../../model/entities/flag.ts';
import type { Project } from '../../../model/entities/project.ts';
import { i18n, type Message, message } from '../../i18n/i18n.ts';
import type { Tick } from '../../data/toggle-task.ts';
import { CompletionMark } from '../../ui/marks/completion-mark.tsx';
import { formatDate } from '../../ui/text/date-format.ts';
import { FlagMark } from '../../ui/marks/flag-mark.tsx';
import { type Mark, RowMark } from '../../ui/marks/row-mark.tsx';
import styles from './my-tasks.module.css';
import type { MyTask } from './my-tasks-rows.ts';
import type { MyRole } from './my-tasks-search.ts';

interface MyTaskRowProps {
  readonly mine: MyTask;
  readonly today: string;
  readonly project: Project | undefined;
  readonly flag: Flag | undefined;
  readonly mark: Mark | undefined;
  readonly tick: Tick;
  readonly onToggle: () => void;
}

const PARTS: Readonly<Record<MyRole, Message>> = {
  assignee: message('Assignee'),
  creator: message('Creator'),
  collaborator: message('Collaborator'),
};

export function MyTaskRow(props: MyTaskRowProps) {
  const { mine, today, project, flag, mark, tick, onToggle } = props;
  const { task, roles } = mine;
  const isLate = task.end_date !== null && task.end_date < today && !task.is_completed;
  return (
    <div className={styles['task']} data-done={task.is_completed}>
      <CompletionMark {...tick} onToggle={onToggle} />
      {project === undefined ? (
        <span className={styles['name']}>{task.name}</span>
      ) : (
        <Link
          to="/workspace/$slug"
          params={{ slug: project.slug }}
          search={{ task: task.id }}
          className={styles['name']}
        >
          {task.name}
        </Link>
      )}
      <RowMark mark={mark} />
      <span className={styles['project']}>{project?.name ?? ''}</span>
      <span className={styles['part']}>{roles.map((role) => i18n.t(PARTS[role])).join(', ')}</span>
      <span className={styles['flag']}>
        {flag === undefined ? null : <FlagMark name={flag.name} colour={flag.colour_code} />}
      </span>
      <span className={styles['due']} data-late={isLate}>
        {task.end_date === null ? '---' : formatDate(task.end_date, today)}
      </span>
    </div>
  );
}
