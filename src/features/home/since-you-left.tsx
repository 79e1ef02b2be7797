import { Button } from '@mantine/core';
import { IconAlertCircle, IconArrowMerge, IconMessage, IconUserCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { nameWithState } from '../../../model/shared/person-name.ts';
import { usePeople } from '../../data/people.ts';
import { useProjects } from '../../data/projects.ts';
import { type SinceLeft, useSinceYouLeft } from '../../data/since-you-left.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import styles from './home-page.module.css';

/** Lines shown of each kind; the rest is summed up in a number. */
const SHOWN = 5;

interface Line {
  readonly key: string;
  readonly icon: ReactNode;
  readonly text: string;
  readonly project: string | undefined;
  readonly task: string | undefined;
  readonly comment?: string | undefined;
}

/**
 * Activity on the viewer's work since the last visit, computed on this device (issue "Since you left").
 * Renders nothing without activity.
 */
export function SinceYouLeft() {
  const { news, leftAt, seen } = useSinceYouLeft();
  const people = usePeople();
  const projects = useProjects();
  if (news === undefined || leftAt === undefined || people === undefined) return null;
  const names = new Map(people.map((person) => [person.id, nameWithState(person)]));
  const slugs = new Map(projects?.map(({ id, slug }) => [id, slug]));
  const lines = linesOf(news, (id) => names.get(id) ?? 'Somebody');
  if (lines.length === 0) return null;
  return (
    <section className={styles['since']} aria-labelledby="since-you-left">
      <div className={styles['head']}>
        <h2 id="since-you-left" className={styles['heading']}>
          Since you left <span className={styles['when']}>{formatWhen(leftAt)}</span>
        </h2>
        <Button size="xs" variant="default" onClick={seen}>
          Got it
        </Button>
      </div>
      <ul className={styles['news']}>
        {lines.map((line) => (
          <li key={line.key} className={styles['line']}>
            {line.icon}
            <NewsLink line={line} slug={slugs.get(line.project ?? '')} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NewsLink({ line, slug }: { readonly line: Line; readonly slug: string | undefined }) {
  if (line.task === undefined || slug === undefined) {
    return line.key.startsWith('refused') ? (
      <Link to="." search={(before) => ({ ...before, panel: 'outbox' })}>
        {line.text}
      </Link>
    ) : (
      <span>{line.text}</span>
    );
  }
  return (
    <Link
      to="/workspace/$slug"
      params={{ slug }}
      search={{ task: line.task, ...(line.comment !== undefined && { comment: line.comment }) }}
    >
      {line.text}
    </Link>
  );
}

function linesOf(news: SinceLeft, nameOf: (id: string) => string): readonly Line[] {
  const { assigned, answered, merged, refused: rejected, about } = news;
  const on = (task: string) => {
    const name = about.get(task)?.name;
    return name === undefined ? '' : ` on "${name}"`;
  };
  return [
    ...capped('refused', rejected, (change) => ({
      key: `refused-${change.seq}`,
      icon: <IconAlertCircle {...SMALL_ICON} data-tone="waiting" />,
      text: `Not accepted: ${change.description}. Your text is kept`,
      project: undefined,
      task: undefined,
    })),
    ...capped('assigned', assigned, (task) => ({
      key: `assigned-${task.id}`,
      icon: <IconUserCheck {...SMALL_ICON} />,
      text: `${nameOf(task.created_by)} assigned "${task.name}" to you`,
      project: task.project,
      task: task.id,
    })),
    ...capped('answered', answered, (item) => ({
      key: `answered-${item.id}`,
      icon: <IconMessage {...SMALL_ICON} />,
      text:
        item.kind === 'mentioned'
          ? `${nameOf(item.actor)} mentioned you in a comment${on(item.task)}`
          : `${nameOf(item.actor)} answered${on(item.task)}`,
      project: item.project,
      task: item.task,
      comment: item.comment ?? undefined,
    })),
    ...capped('merged', merged, (change) => ({
      key: `merged-${change.seq}`,
      icon: <IconArrowMerge {...SMALL_ICON} />,
      text: `Put together with what others wrote: ${change.description}`,
      project: about.get(change.task ?? '')?.project,
      task: change.task,
    })),
  ];
}

function capped<T>(kind: string, items: readonly T[], lineOf: (item: T) => Line): readonly Line[] {
  const lines = items.slice(0, SHOWN).map(lineOf);
  const rest = items.length - SHOWN;
  if (rest <= 0) return lines;
  const more = `and ${rest} more ${kind === 'assigned' ? 'assigned to you' : kind}`;
  const line = { key: `${kind}-more`, icon: null, text: more, project: undefined };
  return [...lines, { ...line, task: undefined }];
}

function formatWhen(at: number): string {
  const then = new Date(at);
  const time = then.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const isToday = then.toDateString() === new Date().toDateString();
  const day = then.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'short' });
  return isToday ? `today at ${time}` : `${day}, ${time}`;
}
