import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { fillDemo } from '../../server/demo/fill.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../../server/demo/people.ts';
import { dayAfter } from '../../server/demo/timeline.ts';
import { forEachDatabase } from '../support/for-each-database.ts';
import { type RestClient, restClient, signIn } from '../support/rest-client.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

forEachDatabase('the demo organisation', (open) => {
  const setups: TestApp[] = [];
  afterEach(async () => {
    for (const setup of setups.splice(0)) await setup.close();
  });

  it('shows on every screen what an organisation at work has', async () => {
    const setup = await startTestApp(await open());
    setups.push(setup);
    const { app, clock, mails } = setup;
    const today = dayAfter(clock.time, 0);
    const { services } = app;
    await fillDemo({ services, clock, mails, organization: 'Demo', domain: 'demo.example' });
    expect(dayAfter(clock.time, 0)).toBe(today);
    const people = new Map<string, RestClient>();
    for (const [index, { email }] of DEMO_PEOPLE.entries()) {
      const client = restClient(app, `198.51.100.${index}`);
      const reply = await signIn(client, `${email}@demo.example`, DEMO_PASSWORD);
      expect.soft(reply.status, email).toBe(200);
      people.set(email, client);
    }
    const [founder, ranger] = [people.get('ailsa'), people.get('mairi')];
    if (founder === undefined || ranger === undefined) throw new Error('There is nobody');
    await expectPeople(founder);
    await expectTasks(founder, ranger, today);
    await expectBoard(ranger);
    await expectNews(ranger);
    await expectDesk(founder);
    await expectDesk(ranger);
  }, 180_000);
});

/** A dozen people of all levels, in roles and teams of the trust. */
async function expectPeople(founder: RestClient): Promise<void> {
  const people = (await founder.get('organization-user/list/')).body;
  expect(people.count).toBe(12);
  const levels = new Set(people.data.map((one: { user_level: string }) => one.user_level));
  expect(levels).toEqual(new Set(['Level 1', 'Level 2', 'Level 3', 'Member']));
  expect(namesOf((await founder.get('role-category/list/')).body.data)).toContain('Path team');
  const roles = namesOf((await founder.get('user-role/list/')).body.data);
  expect(roles).toEqual(expect.arrayContaining(['Director', 'Path ranger', 'Hut warden']));
  expect(roles).not.toContain('Administrator');
  expect((await founder.get('team/list/')).body.data.length).toBeGreaterThan(3);
}

/** Hundreds of tasks with dates around today, most of them completed or in time. */
async function expectTasks(founder: RestClient, ranger: RestClient, today: string): Promise<void> {
  const projects = (await founder.get('project/get/list/')).body.data;
  expect(projects).toHaveLength(8);
  const tasks: Task[] = [];
  for (const { id } of projects) tasks.push(...(await tasksOf(founder, id)));
  expect(tasks.length).toBeGreaterThan(200);
  for (const task of tasks) expect(task.created_at.slice(0, 10) <= today).toBe(true);
  // Lists that start with the newest tasks read them by id.
  const byId = tasks.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const created = byId.map(({ created_at }) => created_at);
  expect(created).toEqual(created.toSorted());
  const share = (some: readonly Task[]) => some.length / tasks.length;
  const open = tasks.filter((task) => !task.is_completed);
  const overdue = open.filter(({ end_date }) => end_date !== null && end_date < today);
  expect(share(overdue)).toBeGreaterThan(0.03);
  expect(share(overdue)).toBeLessThan(0.15);
  expect(share(open)).toBeLessThan(0.75);
  expect(open.filter(({ end_date }) => end_date === today).length).toBeGreaterThan(2);
  expect(open.filter(({ end_date }) => (end_date ?? '') > today).length).toBeGreaterThan(50);
  expect((await founder.get('task/archive/list/')).body.data.length).toBeGreaterThan(5);
  const own = (await ranger.get('project/list/')).body.data;
  expect(own.length).toBeGreaterThan(3);
  expect(own.length).toBeLessThan(8);
}

/** Photos on the tiles of a board, labels, subtasks partly done, comments with files and mentions. */
async function expectBoard(ranger: RestClient): Promise<void> {
  const projects = (await ranger.get('project/get/list/')).body.data;
  const project = projects.find((one: Named) => one.name === 'Glen Corrie path repair');
  const tasks = await tasksOf(ranger, project.id);
  const pictured = tasks.filter(({ document }) => document !== null);
  expect(pictured.length).toBeGreaterThan(3);
  for (const { document } of pictured) {
    const tile = await ranger.get(`${String(document).replace('/rest/', '')}`, {
      query: { size: 'small' },
    });
    expect.soft(tile.status).toBe(200);
    expect.soft(tile.headers['content-type']).toBe('image/webp');
  }
  const labels = (await ranger.get('task-label/list/', { query: { project__id: project.id } })).body
    .data;
  expect(labels.length).toBeGreaterThan(4);
  const task = tasks.find(({ name }) => name.startsWith('Pitch the steep steps below'));
  const query = { task_id: task?.id ?? '' };
  const subtasks = (await ranger.get('sub-task/list/', { query })).body.data;
  const done = subtasks.filter((one: { is_completed: boolean }) => one.is_completed);
  expect([done.length, subtasks.length]).toEqual([3, 6]);
  const files = (await ranger.get('task-file/list/', { query })).body.data;
  expect(files.length).toBeGreaterThan(4);
  expect(files[0]).toMatchObject({ order: 0, details: { kind: 'image', state: 'stored' } });
  const comments = (await ranger.get('comment/list/', { query: { task__id: query.task_id } })).body
    .data;
  expect(comments.some((one: { attachment: unknown }) => one.attachment !== null)).toBe(true);
  expect(comments.at(-1).comment).toContain(`@[${ranger.orgUserId}]`);
}

/** A few unread messages and notifications, and channels whose messages are of several days. */
async function expectNews(ranger: RestClient): Promise<void> {
  const news = (await ranger.get('api/notifications/')).body;
  expect(news.groups.map((one: { group__name: string }) => one.group__name).toSorted()).toEqual([
    'Path team',
    'Trust news',
  ]);
  expect(news.notifications).toMatchObject([{ from_who__display_name: 'Callum Fraser', count: 2 }]);
  expect(news.tasks.map((one: { kind: string }) => one.kind)).toContain('mentioned');
  expect(news.tasks.length).toBeGreaterThan(2);
  expect(news.tasks.length).toBeLessThan(8);
  const groups = (await ranger.get('api/groups/')).body.data;
  expect(namesOf(groups).toSorted()).toEqual([
    'Huts',
    'Path team',
    'Trust news',
    'Weekend leaders',
  ]);
  const team = news.groups.find((one: { group__name: string }) => one.group__name === 'Path team');
  const messages = (await ranger.get(`api/group-messages/${team.group__id}/`)).body.data;
  const days = new Set(messages.map((one: { created_at: string }) => one.created_at.slice(0, 10)));
  expect(days.size).toBeGreaterThan(4);
  expect(messages.some((one: { attachment: unknown }) => one.attachment !== null)).toBe(true);
}

/** Notes with tags, and todos of which some are done. */
async function expectDesk(person: RestClient): Promise<void> {
  expect.soft((await person.get('note/list/')).body.data.length).toBeGreaterThan(4);
  expect.soft((await person.get('note-tag/list/')).body.data.length).toBeGreaterThan(2);
  const todos = (await person.get('todo-task/list/')).body.data;
  const isDone = new Set(todos.map((one: { status: boolean }) => one.status));
  expect.soft(isDone).toEqual(new Set([true, false]));
}

interface Named {
  readonly name: string;
}

interface Task extends Named {
  readonly id: string;
  readonly end_date: string | null;
  readonly is_completed: boolean;
  readonly created_at: string;
  readonly document: string | null;
}

async function tasksOf(client: RestClient, project: string): Promise<readonly Task[]> {
  const cards = (await client.get('project-card/details/lists/', { query: { project } })).body.data;
  return cards.flatMap((card: { project_card_task: readonly Task[] }) => card.project_card_task);
}

function namesOf(rows: readonly Named[]): readonly string[] {
  return rows.map(({ name }) => name);
}

it('the demo command never fills an organisation twice, and adds another under a new name', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-demo-'));
  const demo = (...name: string[]) =>
    spawnSync(process.execPath, ['server/demo/main.ts', ...name], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
      encoding: 'utf8',
    });
  try {
    const first = demo();
    if (first.status !== 0) throw new Error(first.stderr);
    expect(first.stdout).toContain('ailsa@highland-trails-trust.example');
    expect(first.stdout).toContain(DEMO_PASSWORD);
    const again = demo();
    expect(again.status).toBe(1);
    expect(again.stderr).toContain('There are organisations here already');
    expect(demo('Highland Trails Trust').status).toBe(1);
    expect(demo('Second Look').stdout).toContain('ailsa@second-look.example');
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 300_000);
