import { memberId } from '../../model/shared/ids.ts';
import type { DemoRandom } from './random.ts';
import { DEMO_COMMENTS, type DemoProject } from './projects.ts';

/** An action of a person: one call of the API, at a time. */
export interface DemoEvent {
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** Organisation user. */
  readonly who: string;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ActivityDeps {
  readonly random: DemoRandom;
  readonly newId: () => string;
  /** Present time; the events reach `DAYS` back from it. */
  readonly now: number;
  /** Ids of the priorities, most urgent first. */
  readonly flags: readonly string[];
}

export interface ProjectCast {
  readonly projectId: string;
  readonly cards: readonly string[];
  /** Members who create and direct tasks. */
  readonly leads: readonly string[];
  readonly members: readonly string[];
}

/** Age of the demo's oldest event, in days. */
export const DAYS = 40;
const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

/** All events of the tasks of a project, in no order. */
export function projectActivity(
  deps: ActivityDeps,
  project: DemoProject,
  cast: ProjectCast,
): readonly DemoEvent[] {
  const pairs = project.jobs.flatMap((job) => project.places.map((place) => ({ job, place })));
  return deps.random.shuffle(pairs).flatMap(({ job, place }, index) =>
    taskActivity(deps, cast, {
      name: job.name.replace('{place}', place),
      description: deps.random.chance(85) ? job.description : '',
      // Earlier tasks have progressed further.
      progress: 1 - index / pairs.length,
    }),
  );
}

interface DemoTask {
  readonly name: string;
  readonly description: string;
  /** From 0 (new) to 1 (old). */
  readonly progress: number;
}

function taskActivity(deps: ActivityDeps, cast: ProjectCast, task: DemoTask): readonly DemoEvent[] {
  const { random, now } = deps;
  const id = deps.newId();
  const lead = random.pick(cast.leads);
  const several = random.chance(10);
  const people = random.shuffle(cast.members).slice(0, several ? 2 + random.below(2) : 1);
  const created =
    now - Math.round((DAYS - 1) * DAY_MS * task.progress) - random.below(8) * HOUR_MS - 1;
  const start = created + random.below(6) * DAY_MS;
  const end = start + (3 + random.below(16)) * DAY_MS;
  const stage = stageOf(cast.cards.length, task.progress, random);
  const done = stage === cast.cards.length - 1;
  const member = (person: string) => memberId(cast.projectId, person);
  const helpers = random
    .shuffle(cast.members.filter((person) => !people.includes(person)))
    .slice(0, random.below(3));
  const events: DemoEvent[] = [
    {
      at: created,
      who: lead,
      method: 'POST',
      path: several ? 'multiple-user/task/create/' : 'task/create/',
      body: {
        id,
        name: task.name,
        description: task.description,
        project_card: cast.cards[stage],
        flag: deps.flags[Math.min(3, random.below(3) + random.below(3))],
        start_date: random.chance(80) ? dayOf(start) : null,
        end_date: random.chance(88) ? dayOf(end) : null,
        collaborators: helpers.map(member),
        status: true,
        ...(several
          ? { assigned_users: people.map(member) }
          : { assigned_to: people.map(member)[0] }),
      },
    },
  ];
  const update = (at: number, who: string, body: Readonly<Record<string, unknown>>) =>
    events.push({ at, who, method: 'PATCH', path: `task/update-destroy/${id}/`, body });
  const finished = Math.min(now - HOUR_MS, end - random.below(2 * 24) * HOUR_MS);
  const later = (at: number) => Math.min(now, Math.max(created + HOUR_MS, at));
  if (done || random.chance(12)) {
    for (const person of people) {
      const at = later(finished);
      update(at, person, { is_completed_employee: true, is_completed_emp_at: instantOf(at) });
    }
  }
  if (done && random.chance(85)) {
    const at = later(finished + 5 * HOUR_MS);
    update(at, lead, { is_completed: true, is_completed_at: instantOf(at) });
    if (random.chance(30)) update(later(at + DAY_MS), lead, { status: false });
  }
  for (let count = random.chance(55) ? 1 + random.below(3) : 0; count > 0; count -= 1) {
    events.push({
      at: later(created + random.below(12 * 24) * HOUR_MS),
      who: random.pick([lead, ...people, ...helpers]),
      method: 'POST',
      path: 'comment/create/',
      body: { id: deps.newId(), task: id, comment: random.pick(DEMO_COMMENTS) },
    });
  }
  return events;
}

/** Old tasks are towards the end of the board, new ones at its start. */
function stageOf(cards: number, progress: number, random: DemoRandom): number {
  const place = Math.floor(progress * cards + random.below(3) - 1);
  return Math.max(0, Math.min(cards - 1, place));
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function instantOf(at: number): string {
  return new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
