import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useCallback } from 'react';
import { useDeliveryMarks } from '../../data/chat-delivery.ts';
import { useUnreadCount } from '../../data/notifications.ts';
import { usePushNavigation } from '../../data/push-navigation.ts';
import { useAppBadge } from '../../data/app-badge.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useDelay } from '../../ui/hooks/use-delay.ts';
import { ICON } from '../../ui/marks/icon.ts';
import { useOpener } from '../../ui/overlays/menu-button.tsx';
import { prefetch } from '../../ui/prefetch.ts';
import styles from './bell.module.css';
import { useDueCount } from './use-due-count.ts';

const list = prefetch(async () => (await import('./notification-popover.tsx')).NotificationPopover);
const { Component: NotificationPopover } = list;

const { Component: ReminderAlerts } = prefetch(
  async () => (await import('./reminder-alerts.tsx')).ReminderAlerts,
);

/** Milliseconds after the first paint until reminders and conversations are read. */
const IDLE = 2_000;

/**
 * Notification bell with the number of unread notifications and its dropdown (sessions spec, 2 and 9).
 * Inherits the text colour.
 */
export function Bell({ collapsed }: { readonly collapsed: boolean }) {
  const [due, setDue] = useDueCount();
  const unread = useUnreadCount();
  const count = unread === undefined ? 0 : unread + due;
  const { opener, isUsed, ...state } = useOpener('dialog', list.load);
  const isIdle = useDelay(IDLE);
  useAppBadge(count);
  const router = useRouter();
  const go = useCallback((path: string) => router.history.push(path), [router]);
  usePushNavigation(go);
  const shown = count > 99 ? '99+' : String(count);
  const text =
    count === 0
      ? i18n.t('Notifications')
      : i18n.t('Notifications, {count} unread', { count: shown });
  return (
    <>
      {isIdle ? (
        <Suspense>
          <ReminderAlerts onCount={setDue} />
          <DeliveryMarks />
        </Suspense>
      ) : null}
      <ActionIcon
        {...opener}
        variant="transparent"
        size={32}
        className={styles['bell']}
        aria-label={text}
      >
        <IconBell {...ICON} />
        {count > 0 && (
          <span className={styles['count']} aria-hidden>
            {shown}
          </span>
        )}
      </ActionIcon>
      <Suspense>{isUsed && <NotificationPopover {...state} collapsed={collapsed} />}</Suspense>
    </>
  );
}

function DeliveryMarks(): null {
  useDeliveryMarks();
  return null;
}
