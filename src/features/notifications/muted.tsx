import { Button, Group } from '@mantine/core';
import {
  useMutedProjects,
  useMutedTasks,
  useMuteProject,
  useMuteTask,
} from '../../data/notification-changes.ts';
import styles from './inbox.module.css';

/** Muted projects and tasks, each with a button that unmutes it; nothing when there are none. */
export function Muted() {
  const projects = useMutedProjects() ?? [];
  const tasks = useMutedTasks() ?? [];
  const muteProject = useMuteProject();
  const muteTask = useMuteTask();
  if (projects.length === 0 && tasks.length === 0) return null;
  return (
    <section className={styles['push']} aria-label="Muted">
      {projects.length > 0 && <p className={styles['meta']}>No news from</p>}
      {projects.map(({ id, name }) => (
        <MutedLine key={id} name={name} onUnmute={() => void muteProject(id, false)} />
      ))}
      {tasks.length > 0 && <p className={styles['meta']}>Only mentions from</p>}
      {tasks.map(({ id, name }) => (
        <MutedLine key={id} name={name} onUnmute={() => void muteTask(id, false)} />
      ))}
    </section>
  );
}

interface MutedLineProps {
  readonly name: string;
  readonly onUnmute: () => void;
}

function MutedLine({ name, onUnmute }: MutedLineProps) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <span className={styles['muted']}>{name}</span>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={`Unmute ${name}`}
        onClick={onUnmute}
      >
        Unmute
      </Button>
    </Group>
  );
}
