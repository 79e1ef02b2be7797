import { UnstyledButton } from '@mantine/core';
import { IconBell, IconBellOff, IconCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import {
  useMarkNotifications,
  useMutedTasks,
  useMuteProject,
  useMuteTask,
} from '../../data/notification-changes.ts';
import { usePerson } from '../../data/people.ts';
import { useProject } from '../../data/projects.ts';
import { useTask } from '../../data/tasks.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import { showToast } from '../../ui/overlays/toasts.tsx';
import styles from './inbox.module.css';
import { EntryMenu, EntryMenuItem } from './entry-menu.tsx';
import { Count, When } from './entry-parts.tsx';
import type { InboxEntry } from './inbox.ts';
import { textOf } from './notification-format.ts';

type TaskEntry = Extract<InboxEntry, { readonly kind: 'task' }>;

interface TaskItemProps {
  readonly entry: TaskEntry;
  readonly onDone: () => void;
}

/** Notifications about one task: the text of the latest, and the number of all. */
export function TaskItem({ entry, onDone }: TaskItemProps) {
  const { key, latest, rows, count, isRead } = entry;
  const navigate = useNavigate();
  const mark = useMarkNotifications();
  const actor = usePerson(latest.actor);
  const task = useTask(latest.task);
  const project = useProject(latest.project);
  const name = actor?.display_name ?? 'Somebody';
  // Wait for all names, so that no "Somebody ... a task" is shown and then replaced.
  const isLoaded = actor !== undefined && task !== undefined && project !== undefined;
  const open = async () => {
    onDone();
    if (!isRead) await mark(rows, true);
    if (project === null || project === undefined) {
      showToast({ message: 'This task is not on this device any more', kind: 'info' });
      return;
    }
    await navigate({
      to: '/workspace/$slug',
      params: { slug: project.slug },
      search: { task: latest.task, ...(latest.comment !== null && { comment: latest.comment }) },
    });
  };
  return (
    <li className={styles['row']} data-entry={key} data-read={isRead || undefined}>
      <UnstyledButton className={styles['entry']} data-entry-link onClick={() => void open()}>
        <PersonAvatar
          name={isLoaded ? name : ''}
          image={actor?.profile_image}
          size={28}
          tooltip={false}
        />
        <span className={styles['words']}>
          <span className={styles['text']}>
            {isLoaded ? textOf(latest, name, task?.name) : ' '}
          </span>
          <span className={styles['meta']}>
            {isLoaded ? (project?.name ?? 'A project') : ''} · <When at={latest.at} />
          </span>
        </span>
        <Count count={count} least={2} />
      </UnstyledButton>
      <TaskMenu
        entry={entry}
        task={task?.name ?? 'this task'}
        project={project?.name ?? 'this project'}
      />
    </li>
  );
}

interface TaskMenuProps {
  readonly entry: TaskEntry;
  /** Names. */
  readonly task: string;
  readonly project: string;
}

function TaskMenu({ entry, task, project }: TaskMenuProps) {
  const { latest, rows, isRead } = entry;
  const mark = useMarkNotifications();
  const isMuted = useMutedTasks()?.some(({ id }) => id === latest.task) === true;
  const muteTask = useMuteTask();
  const muteProject = useMuteProject();
  const toggleTask = async () => {
    await muteTask(
      latest.task,
      !isMuted,
      isMuted
        ? undefined
        : {
            subject: task,
            action: { label: 'Undo', run: () => void muteTask(latest.task, false) },
          },
    );
  };
  const mute = async () => {
    await muteProject(latest.project, true, {
      subject: project,
      action: { label: 'Undo', run: () => void muteProject(latest.project, false) },
    });
  };
  return (
    <EntryMenu name={task}>
      <EntryMenuItem icon={<IconCheck {...SMALL_ICON} />} onClick={() => void mark(rows, !isRead)}>
        {isRead ? 'Mark as unread' : 'Mark as read'}
      </EntryMenuItem>
      <EntryMenuItem
        icon={isMuted ? <IconBell {...SMALL_ICON} /> : <IconBellOff {...SMALL_ICON} />}
        onClick={() => void toggleTask()}
      >
        {isMuted ? 'Unmute this task' : 'Mute this task'}
      </EntryMenuItem>
      <EntryMenuItem icon={<IconBellOff {...SMALL_ICON} />} onClick={() => void mute()}>
        Mute {project}
      </EntryMenuItem>
    </EntryMenu>
  );
}
