import { UnstyledButton } from '@mantine/core';
import { IconBell, IconBellOff, IconCalendarDue, IconCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import {
  useMarkNotifications,
  useMutedTasks,
  useMuteProject,
  useMuteTask,
} from '../../data/notification-changes.ts';
import { usePerson } from '../../data/people.ts';
import { useProject } from '../../data/projects.ts';
import { useMarkReminders } from '../../data/reminders.ts';
import { useTask } from '../../data/tasks.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import { showToast } from '../../ui/overlays/toasts.tsx';
import styles from './inbox.module.css';
import { EntryMenu, EntryMenuItem } from './entry-menu.tsx';
import { Count, When } from './entry-parts.tsx';
import type { TaskEntry } from './inbox.ts';
import { textOf } from './notification-format.ts';
import { reminderText } from './reminder-format.ts';

interface TaskItemProps {
  readonly entry: TaskEntry;
  /** Milliseconds. */
  readonly now: number;
  readonly onDone: () => void;
}

/** Notifications and reminder of one task: the text of the latest, and the number of all. */
export function TaskItem({ entry, now, onDone }: TaskItemProps) {
  const { key, latest, count, isRead } = entry;
  const navigate = useNavigate();
  const mark = useMark(entry);
  const row = latest.kind === 'notification' ? latest.row : undefined;
  const actor = usePerson(row?.actor);
  const task = useTask(entry.task);
  const project = useProject(entry.project);
  const name = actor?.display_name ?? i18n.t('Somebody');
  // Wait for all names, so that no "Somebody ... a task" is shown and then replaced.
  const isNamed = row === undefined || actor !== undefined;
  const isLoaded = isNamed && task !== undefined && project !== undefined;
  const open = async () => {
    onDone();
    if (!isRead) await mark(true);
    if (project === null || project === undefined) {
      showToast({ message: i18n.t('This task is not on this device any more'), kind: 'info' });
      return;
    }
    const comment = row?.comment ?? null;
    await navigate({
      to: '/workspace/$slug',
      params: { slug: project.slug },
      search: { task: entry.task, ...(comment !== null && { comment }) },
    });
  };
  const text =
    latest.kind === 'reminder'
      ? reminderText(latest.reminder, now)
      : textOf(latest.row, name, task?.name);
  return (
    <li className={styles['row']} data-entry={key} data-read={isRead || undefined}>
      <UnstyledButton className={styles['entry']} data-entry-link onClick={() => void open()}>
        {row === undefined ? (
          <span className={styles['hash']}>
            <IconCalendarDue {...SMALL_ICON} />
          </span>
        ) : (
          <PersonAvatar
            name={isLoaded ? name : ''}
            image={actor?.profile_image}
            size={28}
            tooltip={false}
          />
        )}
        <span className={styles['words']}>
          <span className={styles['text']}>{isLoaded ? text : ' '}</span>
          <span className={styles['meta']}>
            {isLoaded ? (project?.name ?? i18n.t('A project')) : ''} · <When at={entry.at} />
          </span>
        </span>
        <Count count={count} least={2} />
      </UnstyledButton>
      <TaskMenu entry={entry} task={task?.name} project={project?.name} />
    </li>
  );
}

/** Marks all that an entry shows as read or unread. */
function useMark({ rows, reminder }: TaskEntry): (read: boolean) => Promise<void> {
  const markRows = useMarkNotifications();
  const markReminders = useMarkReminders();
  return async (read) => {
    await markRows(rows, read);
    if (reminder !== undefined) await markReminders([reminder], read);
  };
}

interface TaskMenuProps {
  readonly entry: TaskEntry;
  /** Names; undefined when the row is not on this device. */
  readonly task: string | undefined;
  readonly project: string | undefined;
}

function TaskMenu({ entry, task, project }: TaskMenuProps) {
  const { isRead } = entry;
  const mark = useMark(entry);
  const isMuted = useMutedTasks()?.some(({ id }) => id === entry.task) === true;
  const muteTask = useMuteTask();
  const muteProject = useMuteProject();
  const toggleTask = async () => {
    await muteTask(
      entry.task,
      !isMuted,
      isMuted
        ? undefined
        : {
            subject: task ?? i18n.t('this task'),
            action: { label: i18n.t('Undo'), run: () => void muteTask(entry.task, false) },
          },
    );
  };
  const mute = async () => {
    await muteProject(entry.project, true, {
      subject: project ?? i18n.t('this project'),
      action: { label: i18n.t('Undo'), run: () => void muteProject(entry.project, false) },
    });
  };
  const label =
    task === undefined ? i18n.t('More for this task') : i18n.t('More for {name}', { name: task });
  return (
    <EntryMenu label={label}>
      <EntryMenuItem icon={<IconCheck {...SMALL_ICON} />} onClick={() => void mark(!isRead)}>
        {isRead ? i18n.t('Mark as unread') : i18n.t('Mark as read')}
      </EntryMenuItem>
      <EntryMenuItem
        icon={isMuted ? <IconBell {...SMALL_ICON} /> : <IconBellOff {...SMALL_ICON} />}
        onClick={() => void toggleTask()}
      >
        {isMuted ? i18n.t('Unmute this task') : i18n.t('Mute this task')}
      </EntryMenuItem>
      <EntryMenuItem icon={<IconBellOff {...SMALL_ICON} />} onClick={() => void mute()}>
        {project === undefined
          ? i18n.t('Mute this project')
          : i18n.t('Mute {name}', { name: project })}
      </EntryMenuItem>
    </EntryMenu>
  );
}
