import { useEffect, useRef } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { notifyFromPage } from '../../data/page-notifications.ts';
import { useProjects } from '../../data/projects.ts';
import { type Reminder, useReminders } from '../../data/reminders.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { reminderText } from './reminder-format.ts';
import { useReminderSwitch } from './use-reminder-switch.ts';

/** Milliseconds. */
const SHOWN = 10_000;

interface ReminderAlertsProps {
  /** Receives the number of unread reminders. */
  readonly onCount: (count: number) => void;
}

/**
 * Counts the unread reminders, and shows those whose moment comes while the app is open: as a message in a visible tab,
 * else as a notification of the browser where the person allows them. Loaded later than the frame.
 */
export function ReminderAlerts({ onCount }: ReminderAlertsProps) {
  const now = useNow(60_000);
  const [isOn] = useReminderSwitch();
  const reminders = useReminders(now, isOn);
  const count = reminders?.filter(({ isRead }) => !isRead).length;
  useEffect(() => {
    if (count !== undefined) onCount(count);
  }, [count, onCount]);
  const navigate = useNavigate();
  const projects = useProjects();
  const shownUpTo = useRef(now);
  useEffect(() => {
    if (reminders === undefined || projects === undefined) return;
    const due = reminders.filter(({ at, isRead }) => !isRead && at > shownUpTo.current);
    shownUpTo.current = now;
    const [first] = due;
    if (first === undefined) return;
    const text =
      due.length === 1
        ? reminderText(first, now)
        : i18n.t('{count} new reminders', { count: due.length });
    const slug = projects.find(({ id }) => id === first.project)?.slug;
    const url = due.length === 1 ? pathOf(first, slug) : '/home-view';
    if (document.visibilityState === 'visible') {
      const run = () => void navigate({ href: url });
      showToast({
        id: 'reminders',
        message: text,
        kind: 'info',
        duration: SHOWN,
        action: { label: i18n.t('Open'), run },
      });
    } else {
      void notifyFromPage({ title: 'Cairn', body: text, url, tag: `reminder-${first.id}` });
    }
  }, [reminders, projects, now, navigate]);
  return null;
}

function pathOf({ kind, id }: Reminder, slug: string | undefined): string {
  if (kind === 'todo') return `/home-view?panel=todo&todo=${id}`;
  return slug === undefined ? '/home-view' : `/workspace/${slug}?task=${id}`;
}
