import { Link } from '@tanstack/react-router';
import type { Task } from '../../../model/entities/task.ts';
import styles from './user-info.module.css';

interface TaskLinkProps {
  readonly task: Pick<Task, 'id' | 'name'>;
  /** Slug of its project; undefined: there is no link. */
  readonly slug: string | undefined;
}

/** Name of a task that opens it. */
export function TaskLink({ task, slug }: TaskLinkProps) {
  if (slug === undefined) return task.name;
  return (
    <Link
      to="/workspace/$slug"
      params={{ slug }}
      search={{ task: task.id }}
      className={styles['task']}
    >
      {task.name}
    </Link>
  );
}
