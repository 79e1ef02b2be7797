import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { i18n } from '../../../i18n/i18n.ts';
import { useOnline } from '../../../data/online.ts';
import { usePersonName } from '../../../data/people.ts';
import { useProjects } from '../../../data/projects.ts';
import type { Unreceived as OfPerson, UnreceivedAt } from '../../../data/unreceived.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { SMALL_ICON } from '../../../ui/marks/icon.ts';
import { formatInstant } from '../../../ui/text/date-format.ts';
import today from './today.module.css';
import styles from './unreceived.module.css';

/** Age from which the time of the response is shown, in milliseconds; it is read again every minute. */
const FRESH = 150_000;
/** People shown until the rest is asked for. */
const SHOWN = 5;

interface UnreceivedProps {
  readonly id: string;
  readonly found: UnreceivedAt;
}

/** People who lack recent work of the viewer on their devices, with the tasks. */
export function Unreceived({ id, found }: UnreceivedProps) {
  const nameOf = usePersonName();
  const isOnline = useOnline();
  const now = useNow(60_000);
  const heading = useId();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? found.people : found.people.slice(0, SHOWN);
  const isOld = found.isUnanswered || !isOnline || now - found.at > FRESH;
  return (
    <div id={id} className={today['group']}>
      <div className={today['groupHead']}>
        <h3 id={heading} className={today['heading']}>
          {i18n.t("Not on everybody's device yet")}
        </h3>
        {isOld && (
          <time className={today['when']} dateTime={new Date(found.at).toISOString()}>
            {i18n.t('As of {time}', { time: timeOf(found.at, now) })}
          </time>
        )}
      </div>
      <ul className={today['rows']} aria-labelledby={heading}>
        {shown.map((one) => (
          <PersonRow key={one.person} of={one} name={nameOf(one.person)} now={now} />
        ))}
      </ul>
      {shown.length < found.people.length && (
        <UnstyledButton className={today['link']} onClick={() => setWhole(true)}>
          {i18n.t('Show all {count}', { count: found.people.length })}
        </UnstyledButton>
      )}
    </div>
  );
}

interface PersonRowProps {
  readonly of: OfPerson;
  readonly name: string;
  readonly now: number;
}

function PersonRow({ of: { count, syncedAt, tasks }, name, now }: PersonRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const synced =
    syncedAt === null
      ? i18n.t('not synced yet')
      : i18n.t('synced {time}', { time: timeOf(syncedAt, now) });
  return (
    <li className={styles['person']}>
      <UnstyledButton
        className={styles['line']}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight {...SMALL_ICON} className={styles['chevron']} />
        <span className={styles['text']}>
          {i18n.t('{name} does not have {count} of your changes yet', { name, count })}
        </span>
        <span className={styles['synced']}>{synced}</span>
      </UnstyledButton>
      {isOpen && <Tasks id={id} tasks={tasks} />}
    </li>
  );
}

function Tasks({ id, tasks }: { readonly id: string } & Pick<OfPerson, 'tasks'>) {
  const projects = useProjects();
  return (
    <ul id={id} className={styles['tasks']}>
      {tasks.map((task) => {
        const slug = projects?.find((one) => one.id === task.project)?.slug;
        return (
          <li key={task.id}>
            {slug === undefined ? (
              <span className={styles['task']}>{task.name}</span>
            ) : (
              <Link
                to="/workspace/$slug"
                params={{ slug }}
                search={{ task: task.id }}
                className={styles['task']}
              >
                {task.name}
              </Link>
            )}
            <span className={styles['count']}>
              {i18n.t('{count, plural, one {# change} other {# changes}}', { count: task.count })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function timeOf(at: number, now: number): string {
  return formatInstant(new Date(at).toISOString(), now);
}
