import { Button, Group } from '@mantine/core';
import { directScope, groupScope } from '../../../model/entities/scopes.ts';
import { useAccount } from '../../data/client.tsx';
import { useGroups } from '../../data/conversations.ts';
import {
  useMuteConversation,
  useMutedConversations,
  useMutedProjects,
  useMutedTasks,
  useMuteProject,
  useMuteTask,
} from '../../data/notification-changes.ts';
import { usePeople } from '../../data/people.ts';
import { i18n } from '../../i18n/i18n.ts';
import styles from './inbox.module.css';

/** Muted projects, conversations and tasks, each with a button that unmutes it; nothing when there are none. */
export function Muted() {
  const projects = useMutedProjects() ?? [];
  const tasks = useMutedTasks() ?? [];
  const muteProject = useMuteProject();
  const muteTask = useMuteTask();
  const conversations = useMutedPlaces();
  const muteConversation = useMuteConversation();
  if (projects.length + tasks.length + conversations.length === 0) return null;
  return (
    <section className={styles['push']} aria-label={i18n.t('Muted')}>
      {projects.length + conversations.length > 0 && (
        <p className={styles['meta']}>{i18n.t('No news from')}</p>
      )}
      {conversations.map(({ id, name }) => (
        <MutedLine key={id} name={name} onUnmute={() => void muteConversation(id, false)} />
      ))}
      {projects.map(({ id, name }) => (
        <MutedLine key={id} name={name} onUnmute={() => void muteProject(id, false)} />
      ))}
      {tasks.length > 0 && <p className={styles['meta']}>{i18n.t('Only mentions from')}</p>}
      {tasks.map(({ id, name }) => (
        <MutedLine key={id} name={name} onUnmute={() => void muteTask(id, false)} />
      ))}
    </section>
  );
}

/** Muted conversations with their names. */
function useMutedPlaces(): readonly { readonly id: string; readonly name: string }[] {
  const muted = useMutedConversations() ?? new Set<string>();
  const people = usePeople() ?? [];
  const groups = useGroups() ?? [];
  const me = useAccount()?.orgUserId ?? '';
  return [
    ...groups.map(({ id, name }) => ({ id: groupScope(id), name })),
    ...people.map(({ id, display_name: name }) => ({ id: directScope(me, id), name })),
  ].filter(({ id }) => muted.has(id));
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
        aria-label={i18n.t('Unmute {name}', { name })}
        onClick={onUnmute}
      >
        {i18n.t('Unmute')}
      </Button>
    </Group>
  );
}
