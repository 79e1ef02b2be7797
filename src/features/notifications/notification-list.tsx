import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconBellOff, IconHash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Notification } from '../../../model/entities/notification.ts';
import {
  type ChatNotification,
  useChatNotifications,
  useMarkNotificationRead,
  useMuteProject,
  useTaskNotifications,
} from '../../data/notifications.ts';
import { usePerson } from '../../data/people.ts';
import { useProject } from '../../data/projects.ts';
import { useTask } from '../../data/tasks.ts';
import { formatInstant } from '../../ui/text/date-format.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import styles from './bell.module.css';
import { MutedProjects } from './muted-projects.tsx';
import { textOf } from './notification-format.ts';
import { PushSwitch } from './push-switch.tsx';

/** Unread notifications. Opening one marks it as read on all devices of the person. */
export function NotificationList({ onDone }: { readonly onDone: () => void }) {
  const chats = useChatNotifications();
  const tasks = useTaskNotifications();
  if (chats === undefined || tasks === undefined) return null;
  const isEmpty = chats.length === 0 && tasks.length === 0;
  return (
    <>
      <h2 className={styles['title']}>Notifications</h2>
      {isEmpty && <p className={styles['none']}>No new notifications</p>}
      <ul className={styles['list']}>
        {chats.map((news) => (
          <ChatItem key={news.conversation} news={news} onDone={onDone} />
        ))}
        {tasks.map((news) => (
          <TaskItem key={news.id} news={news} onDone={onDone} />
        ))}
      </ul>
      <MutedProjects />
      <PushSwitch />
    </>
  );
}

interface ItemProps<T> {
  readonly news: T;
  readonly onDone: () => void;
}

function ChatItem({ news, onDone }: ItemProps<ChatNotification>) {
  const navigate = useNavigate();
  const { to, name, image, count, at } = news;
  const open = async () => {
    onDone();
    if (to.kind === 'direct') {
      await navigate({ to: '/chat/chat-area/$id', params: { id: to.user }, search: {} });
    } else if (to.number === null) {
      await navigate({ to: '/chat/users-list', search: { channel: to.group } });
    } else {
      await navigate({ to: '/chat/group/$id', params: { id: String(to.number) }, search: {} });
    }
  };
  return (
    <li>
      <UnstyledButton className={styles['entry']} onClick={() => void open()}>
        {to.kind === 'direct' ? (
          <PersonAvatar name={name} image={image} size={28} tooltip={false} />
        ) : (
          <span className={styles['hash']}>
            <IconHash {...SMALL_ICON} />
          </span>
        )}
        <span className={styles['words']}>
          <span className={styles['text']}>{name}</span>
          <span className={styles['meta']}>
            {count === 1 ? '1 new message' : `${count} new messages`} · <When at={at} />
          </span>
        </span>
        <span className={styles['badge']}>{count > 99 ? '99+' : count}</span>
      </UnstyledButton>
    </li>
  );
}

function TaskItem({ news, onDone }: ItemProps<Notification>) {
  const navigate = useNavigate();
  const clear = useMarkNotificationRead();
  const actor = usePerson(news.actor);
  const task = useTask(news.task);
  const project = useProject(news.project);
  const setMuted = useMuteProject();
  const name = actor?.display_name ?? 'Somebody';
  // Wait for all names, so that no "Somebody ... a task" is shown and then replaced.
  const isRead = actor !== undefined && task !== undefined && project !== undefined;
  const open = async () => {
    onDone();
    await clear(news);
    if (project === null || project === undefined) {
      showToast({ message: 'This task is not on this device any more', kind: 'info' });
      return;
    }
    await navigate({
      to: '/workspace/$slug',
      params: { slug: project.slug },
      search: { task: news.task, ...(news.comment !== null && { comment: news.comment }) },
    });
  };
  const mute = async () => {
    await setMuted(news.project, true, {
      subject: project?.name ?? 'this project',
      action: { label: 'Undo', run: () => void setMuted(news.project, false) },
    });
  };
  return (
    <li className={styles['row']}>
      <UnstyledButton className={styles['entry']} onClick={() => void open()}>
        <PersonAvatar
          name={isRead ? name : ''}
          image={actor?.profile_image}
          size={28}
          tooltip={false}
        />
        <span className={styles['words']}>
          <span className={styles['text']}>{isRead ? textOf(news, name, task?.name) : ' '}</span>
          <span className={styles['meta']}>
            {isRead ? (project?.name ?? 'A project') : ''} · <When at={news.at} />
          </span>
        </span>
        {news.count > 1 && <span className={styles['badge']}>{news.count}</span>}
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Mute ${project?.name ?? 'this project'}`}
        data-tip="No more news from this project"
        onClick={() => void mute()}
      >
        <IconBellOff {...SMALL_ICON} />
      </ActionIcon>
    </li>
  );
}

function When({ at }: { readonly at: string }) {
  const now = useNow(60_000);
  return <time dateTime={at}>{formatInstant(at, now, new Date(now).getTimezoneOffset())}</time>;
}
