import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { localDay } from '../../model/shared/dates.ts';
import { fillDemo } from '../../server/demo/fill.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../../server/demo/people.ts';
import { forEachDatabase } from '../support/for-each-database.ts';
import { restClient, signIn } from '../support/rest-client.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

forEachDatabase('the demo organisation', (open) => {
  const setups: TestApp[] = [];
  afterEach(async () => {
    for (const setup of setups.splice(0)) await setup.close();
  });

  it('has a dozen people who can sign in, and hundreds of tasks with dates around today', async () => {
    const setup = await startTestApp(await open());
    setups.push(setup);
    const { app, clock, mails } = setup;
    const today = localDay(clock.time, 0);
    await fillDemo({
      services: app.services,
      clock,
      mails,
      organization: 'Demo',
      domain: 'demo.example',
    });
    expect(localDay(clock.time, 0)).toBe(today);
    for (const [index, person] of DEMO_PEOPLE.entries()) {
      const client = restClient(app, `198.51.100.${index}`);
      const reply = await signIn(client, `${person.email}@demo.example`, DEMO_PASSWORD);
      expect.soft(reply.status, person.email).toBe(200);
    }
    const founder = restClient(app);
    await signIn(founder, 'ailsa@demo.example', DEMO_PASSWORD);
    const people = (await founder.get('organization-user/list/')).body;
    expect(people.count).toBe(12);
    const levels = new Set(people.data.map((one: { user_level: string }) => one.user_level));
    expect(levels).toEqual(new Set(['Level 1', 'Level 2', 'Level 3', 'Member']));
    const projects = (await founder.get('project/get/list/')).body.data;
    expect(projects).toHaveLength(8);
    const tasks = [];
    for (const { id } of projects) {
      const cards = (await founder.get('project-card/details/lists/', { query: { project: id } }))
        .body;
      for (const card of cards.data) tasks.push(...card.project_card_task);
    }
    expect(tasks.length).toBeGreaterThan(200);
    const ends = tasks.map((task: { end_date: string | null }) => task.end_date ?? '');
    expect(ends.some((end) => end !== '' && end < today)).toBe(true);
    expect(ends.some((end) => end > today)).toBe(true);
    for (const task of tasks) expect(task.created_at.slice(0, 10) <= today).toBe(true);
    const overdue = tasks.filter(
      (task: { end_date: string | null; is_completed: boolean }) =>
        task.end_date !== null && task.end_date < today && !task.is_completed,
    );
    expect(overdue.length).toBeGreaterThan(10);
    expect((await founder.get('note/list/')).body.data.length).toBeGreaterThan(5);
    const mairi = restClient(app);
    await signIn(mairi, 'mairi@demo.example', DEMO_PASSWORD);
    expect((await mairi.get('project/list/')).body.data.length).toBeLessThan(8);
  }, 120_000);
});

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
