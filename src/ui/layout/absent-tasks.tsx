import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { formatNumber } from '../text/locale.ts';
import styles from './absent-tasks.module.css';

interface AbsentTasksProps {
  /** Number of projects of which this device has only the summary; 0 shows nothing. */
  readonly projects: number;
  /** What the server has answered so far. */
  readonly answer: {
    readonly state: 'offline' | 'asked' | 'failed' | 'here';
    readonly hasMore: boolean;
    readonly isLoading: boolean;
    readonly more: () => void;
    readonly again: () => void;
  };
  /** Number of their tasks that pass the filters and are not on this device; undefined while it is read. */
  readonly count: number | undefined;
  /** The tasks that were read. */
  readonly children: ReactNode;
}

/** Second part of a list: tasks that the server has and this device has not, or that they are missing in the list. */
export function AbsentTasks(props: AbsentTasksProps) {
  const { projects, answer, children } = props;
  const { state, hasMore, isLoading } = answer;
  if (projects === 0) return null;
  return (
    <section className={styles['absent']} aria-label={i18n.t('Tasks that are not on this device')}>
      <output className={styles['line']}>{lineOf(props)}</output>
      {state === 'failed' ? (
        <Button size="compact-sm" variant="default" onClick={answer.again}>
          {i18n.t('Try again')}
        </Button>
      ) : null}
      {children}
      {state === 'here' && hasMore ? (
        <Button variant="default" loading={isLoading} onClick={answer.more}>
          {i18n.t('Show more')}
        </Button>
      ) : null}
    </section>
  );
}

function lineOf({ projects, answer, count }: AbsentTasksProps): string {
  switch (answer.state) {
    case 'offline':
      return i18n.t(
        '{projects, plural, one {Tasks of # project are not on this device; they are not in this list.} other {Tasks of # projects are not on this device; they are not in this list.}}',
        { projects },
      );
    case 'asked':
      return i18n.t(
        '{projects, plural, one {Asking the server for the tasks of # project that are not on this device…} other {Asking the server for the tasks of # projects that are not on this device…}}',
        { projects },
      );
    case 'failed':
      return i18n.t(
        '{projects, plural, one {The server did not answer. Tasks of # project are not on this device; they are not in this list.} other {The server did not answer. Tasks of # projects are not on this device; they are not in this list.}}',
        { projects },
      );
    case 'here':
      if (count === 0) {
        return i18n.t(
          '{projects, plural, one {No further tasks in # project whose tasks are not on this device.} other {No further tasks in # projects whose tasks are not on this device.}}',
          { projects },
        );
      }
      return count === undefined
        ? i18n.t(
            '{projects, plural, one {Tasks of # project from the server, not on this device:} other {Tasks of # projects from the server, not on this device:}}',
            { projects },
          )
        : i18n.t(
            '{count, plural, one {{number} task} other {{number} tasks}} of {projects, plural, one {# project} other {# projects}} from the server, not on this device:',
            { count, number: formatNumber(count), projects },
          );
  }
}
