import { isRead, notifications } from '../../model/entities/notification.ts';
import { snoozes } from '../../model/entities/snooze.ts';
import { taskMutes } from '../../model/entities/task-mute.ts';
import { inboxScope } from '../../model/entities/scopes.ts';
import { type Task, tasks } from '../../model/entities/task.ts';
import type { DigestContents, DigestItem } from '../mail/digest-mail.ts';
import { dateIn } from '../mail/digest-times.ts';
import { ownEvents } from './calendar.ts';
import { byId, visibleProjects } from './loaders.ts';
import { rowsById, rowsOf } from './read-rows.ts';
import type { Reads } from './reads.ts';
import { findTasks } from './task-search.ts';

/** Tasks of one read: more than a mail names. */
const MOST_TASKS = 5_000;

interface Days {
  /** The person's local date. */
  readonly today: string;
  /** The last date that is named. */
  readonly until: string;
  readonly timeZone: string;
}

/**
 * What a mail tells a person about their work, with their rights at this moment: what is due and not done, without what
 * they have put off or muted; what they have to accept; mentions that they have not read.
 */
export async function readDigest(
  reads: Reads,
  days: Days,
  { publicUrl }: { readonly publicUrl: string },
): Promise<DigestContents> {
  const { today, until } = days;
  const quiet = await quietTasks(reads, days);
  const due = (await ownEvents(reads, { publicUrl }))
    .filter(({ about, date }) => !quiet.has(about) && date <= until)
    .toSorted((left, right) => left.date.localeCompare(right.date))
    .map(({ summary, category, date, url }) => ({ name: summary, project: category, date, url }));
  return {
    overdue: due.filter(({ date }) => date < today),
    soon: due.filter(({ date }) => date >= today),
    waiting: await waitingFor(reads, publicUrl),
    mentions: await unreadMentions(reads, publicUrl),
  };
}

/** Tasks that the person has put off beyond today, or muted. */
async function quietTasks(reads: Reads, { today, timeZone }: Days): Promise<ReadonlySet<string>> {
  const scope = inboxScope(reads.actor.orgUserId);
  const later = await rowsOf(reads, snoozes);
  const muted = await rowsOf(reads, taskMutes, { where: { scope } });
  return new Set([
    ...later
      .filter(({ until }) => dateIn(Date.parse(until), timeZone) > today)
      .map(({ task }) => task),
    ...muted.map(({ task }) => task),
  ]);
}

/** Tasks of the person that all assignees have completed. */
async function waitingFor(reads: Reads, publicUrl: string): Promise<readonly DigestItem[]> {
  const search = { completed: false, completedByEmployee: true } as const;
  const done = await findTasks(reads, search, { limit: MOST_TASKS });
  const own = done.filter(({ created_by }) => created_by === reads.actor.orgUserId);
  return named(reads, own, publicUrl);
}

async function unreadMentions(reads: Reads, publicUrl: string): Promise<readonly DigestItem[]> {
  const where = { scope: inboxScope(reads.actor.orgUserId), kind: 'mentioned' };
  const found = await rowsOf(reads, notifications, { where });
  const unread = found.filter((one) => !isRead(one)).map(({ task }) => task);
  return named(reads, await rowsById(reads, tasks, unread), publicUrl);
}

/** Tasks as items, without archived ones and those of projects that the person may not see. */
async function named(
  reads: Reads,
  found: readonly Task[],
  publicUrl: string,
): Promise<readonly DigestItem[]> {
  const seen = byId((await visibleProjects(reads)).filter(({ status }) => status));
  return found.flatMap(({ id, name, project, status, end_date }) => {
    const above = seen.get(project);
    if (above === undefined || !status) return [];
    const url = `${publicUrl}/workspace/${encodeURIComponent(above.slug)}?task=${id}`;
    return [{ name, project: above.name, date: end_date, url }];
  });
}
