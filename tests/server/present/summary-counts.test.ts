import { expect, it } from 'vitest';
import type { Entity, RawRow } from '../../../model/entities/define-entity.ts';
import { labels } from '../../../model/entities/label.ts';
import { orgUsers } from '../../../model/entities/org-user.ts';
import { projects } from '../../../model/entities/project.ts';
import { projectScope } from '../../../model/entities/scopes.ts';
import { type Task, tasks } from '../../../model/entities/task.ts';
import { teamMembers } from '../../../model/entities/team-member.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import type { SummaryTasksQuestion } from '../../../model/protocol/summary-tasks.ts';
import { searchable, wordsOf } from '../../../model/shared/searchable.ts';
import { taskStatus } from '../../../model/shared/task-status.ts';
import { countSummaries } from '../../../server/present/summary-counts.ts';
import type { Database } from '../../../server/store/database.ts';
import { writeRows } from '../../../server/writer/batch-sql.ts';
import { createRandom, type SeededRandom } from '../../simulation/random.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { taskRow } from '../../support/task-row.ts';

const TODAY = '2026-03-02';
const SEED = 'counts by people and words';

/** Capitals, accents, signs of LIKE, other scripts, and a name whose searchable form is too long to be stored. */
const NAMES = [
  'Order WALL paint',
  'Büro prüfen',
  'ΑΘΗΝΑ Straße',
  '100% of_all',
  String.raw`back\slash ﬁn`,
  `Wall ${'ﷺ'.repeat(30)}`,
];
const PEOPLE: Readonly<Record<string, string>> = {
  ada: 'Ada Byron',
  zoe: 'Zoë Ek',
  ben: 'Ben',
  ADA: 'Al',
};
const PROJECTS: Readonly<Record<string, string>> = {
  p1: 'Wells',
  p2: 'Büro Nord',
  p3: 'Order 3',
  p4: 'x',
};
const LABELS: Readonly<Record<string, string>> = { l1: 'Soil', l2: 'Paint' };
const QUERIES = [
  'wall',
  'BURO',
  'wells',
  '%',
  'of_a',
  'o_a',
  '\\',
  'fin',
  'e l',
  ' ',
  'byron',
  'ada wall',
];
const FURTHER_QUERIES = ['soil', 'ZOE order', 'αθηνα', 'صلى', 'e', 'e a o', 'nothing', 'ben ek'];
/** In both organisations. */
const ORGANIZATIONS = ['1', '2'] as const;
/** More than fit into the entry of an index. */
const MANY = Array.from({ length: 40 }, (_, index) => `somebody-with-a-long-id-${String(index)}`);

forEachDatabase('counts by people and words', (open) => {
  it('are those of the tasks that pass one by one', async () => {
    const database = await open();
    const random = createRandom(SEED);
    const stored = await fill(database, random);
    for (const q of [...QUERIES, ...FURTHER_QUERIES, undefined]) {
      for (let round = 0; round < 6; round += 1) {
        const orgId = random.pick(ORGANIZATIONS);
        const actor = random.chance(0.5) ? actorOf(orgId, 'Level 1') : actorOf(orgId, 'Level 5');
        const question = { ...questionOf(random), ...(q !== undefined && { q }) };
        // The member is in the first two projects.
        const readable = actor.level === 'Level 1' ? ['p1', 'p2', 'p3', 'p4'] : ['p1', 'p2'];
        const found = (stored.get(orgId) ?? []).filter(
          (task) => readable.includes(task.project) && passes(task, question),
        );
        const count = (status: string) =>
          found.filter((task) => taskStatus(task, TODAY) === status).length;
        const counts = await countSummaries({ actor, snapshot: database.snapshot }, question);
        expect({ orgId, level: actor.level, question, counts }).toEqual({
          orgId,
          level: actor.level,
          question,
          counts: {
            overdue: count('Over Due'),
            pending: count('WIP'),
            completed: count('Completed'),
          },
        });
      }
    }
  });

  it('are read from indexes, and no rows but those with long names or lists', async () => {
    const database = await open();
    if (database.kind === 'postgres') return; // It chooses by the size of the tables.
    const random = createRandom(SEED);
    await fill(database, random);
    const plans = new Set<string>();
    for (let round = 0; round < 60; round += 1) {
      const q = random.maybePick([...QUERIES, ...FURTHER_QUERIES]);
      const question = { ...questionOf(random), ...(q !== undefined && { q }) };
      const actor = actorOf('1', 'Level 5');
      await countSummaries({ actor, snapshot: explained(database, plans) }, question);
    }
    const others = [...plans].filter((plan) => !plan.includes('COVERING INDEX'));
    expect(others.filter((plan) => !plan.includes('INDEX tasks_long_index'))).toEqual([]);
    expect([...plans].join()).toContain('COVERING INDEX tasks_collaborators_index');
  });
});

/** The tasks of each organisation. The ids are the same in both. */
async function fill(
  database: Database,
  random: SeededRandom,
): Promise<ReadonlyMap<string, readonly Task[]>> {
  const { writer } = database;
  const at = '2026-01-01T00:00:00Z';
  const base = { v: 1, scope: 'directory', created_at: at, created_by: 'ada' };
  const stored = new Map<string, readonly Task[]>();
  await writer.begin();
  for (const orgId of ORGANIZATIONS) {
    const write = async (entity: Entity, rows: readonly RawRow[]) => {
      const writes = rows.map((row) => ({
        entity,
        place: { orgId, stream: `org:${orgId}` },
        id: row.id,
        stored: { row, textVersions: {} },
      }));
      await writeRows(writer, writes);
    };
    const named = (
      names: Readonly<Record<string, string>>,
      fields: Readonly<Record<string, unknown>>,
    ) => Object.entries(names).map(([id, name]) => ({ ...base, ...fields, id, name }));
    const person = { user: '1', email: '', phone_number: '', user_role: 'r', profile_image: null };
    const isOn = { active: true, joined: true, shares_seen: true, program: false, status: true };
    await write(
      orgUsers,
      named(PEOPLE, { ...person, ...isOn }).map((row) => ({ ...row, display_name: row.name })),
    );
    const board = { workspace: 'w', slug: '', description: '', background_image: null };
    await write(projects, named(PROJECTS, { ...board, ...isOn, deleted_at: null }));
    await write(labels, named(LABELS, { project: 'p1' }));
    const memberships = ['p1', 'p2'].map((project) => ({
      ...base,
      id: `${project}.ben`,
      project,
      organization_user: 'ben',
    }));
    await write(teamMembers, memberships);
    const rows = Array.from({ length: 400 }, (_, index) => randomTask(random, `t${String(index)}`));
    await write(tasks, rows);
    stored.set(orgId, rows);
  }
  await writer.commit();
  return stored;
}

function randomTask(random: SeededRandom, id: string): Task {
  const somebody = () => random.pick(Object.keys(PEOPLE));
  const people = () => (random.chance(0.1) ? MANY : []);
  const list = () => [...new Set([somebody(), somebody(), ...people()])];
  const project = random.pick(Object.keys(PROJECTS));
  return taskRow({
    id,
    project,
    scope: projectScope(project),
    name: random.pick(NAMES),
    label: random.chance(0.3) ? random.pick(Object.keys(LABELS)) : null,
    end_date: random.chance(0.6) ? random.pick(['2026-03-01', TODAY]) : null,
    status: random.chance(0.9),
    created_by: somebody(),
    created_at: random.pick(['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z']),
    assigned_to: random.chance(0.5) ? somebody() : null,
    assigned_users: random.chance(0.3) ? list() : [],
    collaborators: random.chance(0.3) ? list() : [],
    is_completed: random.chance(0.4),
    is_completed_employee: random.chance(0.4),
  });
}

function actorOf(orgId: string, level: string): Actor {
  const access = { get_access: true, post_access: true, patch_access: true, delete_access: true };
  return { ...access, orgId, orgUserId: 'ben', userId: '1', level, specialRole: false };
}

function questionOf(random: SeededRandom): SummaryTasksQuestion {
  const ids = [...Object.keys(PEOPLE), 'nobody', 'x"y', 'nul\0'];
  const few = () => [random.pick(ids), random.pick(ids)];
  const many = () => [...ids, ...MANY];
  const maybe = <T>(value: T): T | undefined => (random.chance(0.4) ? value : undefined);
  const filters = {
    assignees: maybe(random.pick([few(), few(), many(), []])),
    person: maybe(random.pick([...Object.keys(PEOPLE), MANY[3] ?? ''])),
    statuses: maybe([random.pick(['Completed', 'Over Due', 'WIP'] as const), 'WIP' as const]),
    is_completed: maybe(random.chance(0.5)),
    is_completed_employee: maybe(random.chance(0.5)),
    created_from: maybe('2026-01-15T00:00:00Z'),
  };
  return { projects: ['p1', 'p2', 'p3', 'p4', 'unknown'], today: TODAY, ...filters };
}

/** As the overview on a device decides it. */
function passes(task: Task, question: SummaryTasksQuestion): boolean {
  const { assignees, person, statuses, created_from: from } = question;
  const assigned = [
    ...task.assigned_users,
    ...(task.assigned_to === null ? [] : [task.assigned_to]),
  ];
  const names = [
    task.name,
    PROJECTS[task.project],
    LABELS[task.label ?? ''],
    ...[...assigned, task.created_by].map((id) => PEOPLE[id]),
  ].map((name) => searchable(name ?? ''));
  return (
    task.status &&
    (assignees === undefined || assignees.some((id) => assigned.includes(id))) &&
    (person === undefined ||
      [...assigned, task.created_by, ...task.collaborators].includes(person)) &&
    (statuses === undefined || statuses.includes(taskStatus(task, TODAY))) &&
    (question.is_completed ?? task.is_completed) === task.is_completed &&
    (question.is_completed_employee ?? task.is_completed_employee) === task.is_completed_employee &&
    (from === undefined || task.created_at >= from) &&
    wordsOf(question.q ?? '').every((word) => names.some((name) => name.includes(word)))
  );
}

/** Snapshots that note how each statement finds its tasks. */
function explained(database: Database, plans: Set<string>): Database['snapshot'] {
  return (work) =>
    database.snapshot((store) =>
      work({
        ...store,
        all: async (text, values) => {
          for (const { detail } of await store.all(`explain query plan ${text}`, values)) {
            if (String(detail).includes(' tasks ')) plans.add(String(detail));
          }
          return await store.all(text, values);
        },
      }),
    );
}
