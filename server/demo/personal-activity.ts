import { rankBetween } from '../../model/shared/rank.ts';
import type { FeaturedDeps } from './featured/featured-activity.ts';
import { DEMO_DESKS, type DemoDesk } from './personal.ts';
import { DAY_MS, type DemoEvent, HOUR_MS, timeOf } from './timeline.ts';

type PersonalDeps = Pick<FeaturedDeps, 'newId' | 'now' | 'idOf'>;

/** Notes with their tags, and todo lists, of the people who have some. */
export function personalActivity(deps: PersonalDeps): readonly DemoEvent[] {
  return Object.entries(DEMO_DESKS).flatMap(([email, desk]) => {
    const who = deps.idOf(email);
    return [...noteEvents(deps, who, desk), ...todoEvents(deps, who, desk)];
  });
}

function noteEvents(deps: PersonalDeps, who: string, { notes }: DemoDesk): readonly DemoEvent[] {
  const tags = new Map(notes.map(([tag]) => [tag, deps.newId()]));
  const start = timeOf(deps.now, '34d 19:00');
  const made = [...tags].map(([name, id]) => ({
    at: start,
    who,
    method: 'POST' as const,
    path: 'note-tag/create/',
    body: { id, name },
  }));
  const written = notes.map(([tag, title, note], index) => ({
    at: start + (index + 1) * (4 * DAY_MS - 5 * HOUR_MS),
    who,
    method: 'POST' as const,
    path: 'note/create/',
    body: { id: deps.newId(), title, note, tags: tags.get(tag) },
  }));
  return [...made, ...written];
}

function todoEvents(deps: PersonalDeps, who: string, { todos }: DemoDesk): readonly DemoEvent[] {
  let rank: string | undefined;
  return todos.flatMap(({ name, at, isDone = false }) => {
    const id = deps.newId();
    const time = timeOf(deps.now, at);
    rank = rankBetween(rank, undefined);
    const made: DemoEvent = {
      at: time,
      who,
      method: 'POST',
      path: 'todo-task/create/',
      body: { id, name, rank, made_at: new Date(time).toISOString() },
    };
    const ticked: DemoEvent = {
      at: Math.min(time + 6 * HOUR_MS, deps.now),
      who,
      method: 'PATCH',
      path: `todo-task/update-destroy/${id}/`,
      body: { status: true },
    };
    return isDone ? [made, ticked] : [made];
  });
}
