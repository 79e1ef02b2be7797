import { isoSeconds } from '../../model/shared/dates.ts';
import { memberId } from '../../model/shared/ids.ts';
import type { DemoRandom } from './random.ts';
import type { DemoProject } from './projects/demo-project.ts';
import { type Ago, dayAfter, type DemoEvent, HOUR_MS, timeOf } from './timeline.ts';

export interface ActivityDeps {
  readonly random: DemoRandom;
  readonly newId: () => string;
  /** Id of a task that is created at that time, as its device would make it. */
  readonly newIdAt: (at: number) => string;
  /** Present time; the events reach `DAYS` back from it. */
  readonly now: number;
  /** Ids of the priorities, most urgent first. */
  readonly flags: readonly string[];
}

export interface ProjectCast {
  readonly projectId: string;
  readonly cards: readonly string[];
  /** Ids of the labels by their names. */
  readonly labels: ReadonlyMap<string, string>;
  /** Members who create and direct tasks. */
  readonly leads: readonly string[];
  readonly members: readonly string[];
  /** Members who are assigned open tasks and help with others. */
  readonly available: readonly string[];
}

/** Tasks of a project that are made from its jobs and places. */
const TASKS = 25;

/** Events of tasks that are made from the project's jobs and places, in no order. */
export function exampleActivity(
  deps: ActivityDeps,
  project: DemoProject,
  cast: ProjectCast,
): readonly DemoEvent[] {
  const pairs = project.jobs.flatMap((job) => project.places.map((place) => ({ job, place })));
  const chosen = deps.random.shuffle(pairs).slice(0, TASKS);
  return chosen.flatMap(({ job, place }, index) =>
    taskActivity(deps, cast, {
      name: job.name.replace('{place}', place),
      description: deps.random.chance(70) ? job.description : '',
      label: cast.labels.get(job.label) ?? null,
      ...stageOf(index / chosen.length, cast.cards.length, deps.random),
    }),
  );
}

interface Stage {
  /** Position of its card, from 0. */
  readonly card: number;
  /** Days since it was created, and since it came to its card: at least 1. */
  readonly age: number;
  readonly moved: number;
  /** Days until it is due; null without a date. */
  readonly due: number | null;
  readonly isTicked: boolean;
  readonly isAccepted: boolean;
}

interface DemoTask extends Stage {
  readonly name: string;
  readonly description: string;
  readonly label: string | null;
}

/** Two fifths of the tasks are completed, and one in ten is overdue. */
function stageOf(share: number, cards: number, random: DemoRandom): Stage {
  const within = (low: number, high: number) => low + random.below(high - low + 1);
  const open = { isTicked: false, isAccepted: false };
  if (share < 0.42) {
    const moved = within(1, 38);
    const age = moved + within(4, 16);
    const due = within(-2, 4) - moved;
    return { card: cards - 1, age, moved, due, isTicked: true, isAccepted: true };
  }
  if (share < 0.54) {
    // On a board of four cards the last but one is not for what waits to be accepted.
    const isTicked = cards > 4 && random.chance(60);
    const due = within(0, 6);
    return {
      card: cards - 2,
      age: within(9, 24),
      moved: within(1, 4),
      due,
      isTicked,
      isAccepted: false,
    };
  }
  if (share < 0.74) {
    const due = random.chance(24) ? -within(1, 6) : within(0, 9);
    return { card: cards - 3, age: within(8, 20), moved: within(1, 5), due, ...open };
  }
  if (share < 0.9) {
    const due = random.chance(90) ? within(4, 24) : null;
    return { card: Math.max(0, cards - 4), age: within(5, 14), moved: within(1, 4), due, ...open };
  }
  const due = random.chance(60) ? within(14, 45) : null;
  return { card: 0, age: within(2, 10), moved: 1, due, ...open };
}

function taskActivity(deps: ActivityDeps, cast: ProjectCast, task: DemoTask): readonly DemoEvent[] {
  const { random, now } = deps;
  const lead = random.pick(cast.leads);
  const several = random.chance(10);
  const assignable = task.isAccepted ? cast.members : cast.available;
  const people = random.shuffle(assignable).slice(0, several ? 2 : 1);
  const member = (person: string) => memberId(cast.projectId, person);
  const helpers = random
    .shuffle(cast.available.filter((person) => !people.includes(person)))
    .slice(0, random.below(3));
  const during = (days: number) => timeOf(now, workingTime(days, random));
  const created = during(task.age);
  const id = deps.newIdAt(created);
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
        project_card: cast.cards[0],
        flag: deps.flags[Math.min(3, random.below(3) + random.below(3))],
        label: random.chance(75) ? task.label : null,
        start_date: random.chance(50) ? dayAfter(now, Math.min(1 - task.age, task.due ?? 0)) : null,
        end_date: task.due === null ? null : dayAfter(now, task.due),
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
  const moved = Math.max(during(task.moved), created + HOUR_MS);
  const [assignee = lead] = people;
  if (task.card > 0) {
    const isDone = task.card === cast.cards.length - 1;
    update(moved, assignee, { project_card: cast.cards[task.card], ...(isDone && { order: 0 }) });
  }
  if (task.isTicked) {
    for (const person of people) {
      update(moved, person, {
        is_completed_employee: true,
        is_completed_emp_at: isoSeconds(moved),
      });
    }
  }
  if (task.isAccepted) {
    const at = moved + HOUR_MS;
    update(at, lead, { is_completed: true, is_completed_at: isoSeconds(at) });
    if (task.moved > 24 && random.chance(60))
      update(during(task.moved - 14), lead, { status: false });
  }
  if (random.chance(34)) {
    events.push({
      at: Math.max(created + HOUR_MS, during(1 + random.below(task.age - 1))),
      who: random.pick([lead, ...people, ...helpers]),
      method: 'POST',
      path: 'comment/create/',
      body: { id: deps.newId(), task: id, comment: random.pick(COMMENTS) },
    });
  }
  return events;
}

/** A time between eight and half past four. */
function workingTime(days: number, random: DemoRandom): Ago {
  return `${days}d ${8 + random.below(8)}:${10 + random.below(30)}`;
}

const COMMENTS: readonly string[] = [
  'I was there on Sunday: it is worse than on the pictures.',
  'Weather looks fine from Wednesday. I can take two people.',
  'Done, but the last ten metres need another day.',
  'No coverage up there, so this arrives late. We finished at four.',
  'Who has the key to the store?',
  'I left the tools under the tarpaulin, behind the big boulder.',
  'The estate says yes, but not before the 20th.',
  'Can we do this together with the next one? It is on the way.',
  'Took 35 minutes longer than planned. The stone had to come from further up.',
  'Looks good to me. I ticked it.',
  'Please add a photograph before we close this.',
  'The part is ordered and should be here on Friday.',
  'Took the ladder up, it is staying there until Friday.',
  'Three hours with two people, including the walk.',
  'Somebody had moved the marker. I put it back and took a photograph.',
  'Fine from my side. Go ahead.',
  'Ticks! Long trousers, everybody.',
  'The other side is in better shape than we thought.',
  'I have the key now, ask me.',
  'Not in this wind. I try again on Monday.',
];
