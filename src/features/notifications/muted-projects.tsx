import { Button, Group } from '@mantine/core';
import { useMutedProjects, useMuteProject } from '../../data/notifications.ts';
import styles from './bell.module.css';

/** Projects whose notifications are muted, each with a button that unmutes it; nothing when there are none. */
export function MutedProjects() {
  const projects = useMutedProjects();
  const setMuted = useMuteProject();
  if (projects === undefined || projects.length === 0) return null;
  return (
    <section className={styles['push']} aria-label="Muted projects">
      <p className={styles['meta']}>No news from</p>
      {projects.map(({ id, name }) => (
        <Group key={id} justify="space-between" gap="xs" wrap="nowrap">
          <span className={styles['muted']}>{name}</span>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={`Unmute ${name}`}
            onClick={() => void setMuted(id, false)}
          >
            Unmute
          </Button>
        </Group>
      ))}
    </section>
  );
}
