import sharp from 'sharp';
import { expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { stored } from '../support/files.ts';
import {
  deviceOf,
  freshId,
  hire,
  join,
  ok,
  pull,
  startTeam,
  taskBody,
  type Team,
} from '../support/team.ts';

forEachDatabase('sign-off of tasks', (open) => {
  it('[SIGN-1.1] has one step for each change of a tick, also by calls that name no step', async () => {
    const { ben, team, task } = await startPair(open);
    const path = `task/update-destroy/${task}/`;
    ok(await ben.patch(path, { is_completed_employee: true }));
    ok(await ben.patch(path, { is_completed_employee: false }));
    ok(await ben.patch(path, { is_completed_employee: false }));
    const at = '2026-03-01T10:00:00Z';
    for (let time = 0; time < 2; time += 1) {
      ok(await ben.patch(path, { is_completed_employee: true, is_completed_emp_at: at }));
    }
    ok(await team.founder.patch(path, { is_completed: true, is_completed_at: at }));
    ok(await team.founder.patch(path, { is_completed: false }));
    const steps = await stepsOf(team.founder, task);
    expect(steps.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['done', 'undone', 'done', 'accepted', 'reopened']),
    );
    expect(steps).toHaveLength(5);
    expect(
      steps
        .filter(({ done_at }) => done_at === at)
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['accepted', 'done']);
    for (const { kind, people, created_by, arrived_at, clock_offset } of steps) {
      const isOwn = kind === 'done' || kind === 'undone';
      expect(people).toEqual([ben.orgUserId]);
      expect(created_by).toBe(Number(isOwn ? ben.orgUserId : team.founder.orgUserId));
      expect(Number.isFinite(Date.parse(arrived_at))).toBe(true);
      expect(clock_offset).toBeNull();
    }
  });

  it('[SIGN-1.3] keeps the time of the device beside the arrival, and says how far its clock is off', async () => {
    const { ben, team, task } = await startPair(open);
    const now = team.setup.clock.now();
    const HOUR = 3_600_000;
    const step = freshId();
    // Done two days ago by a clock that is three hours fast.
    const at = new Date(now - 48 * HOUR).toISOString().replace('.000Z', 'Z');
    const body = {
      is_completed_employee: true,
      is_completed_emp_at: at,
      is_completed_emp_step: step,
    };
    const path = `task/update-destroy/${task}/`;
    const call = { seq: 1, method: 'PATCH', path, body, claimed_at: Date.parse(at) } as const;
    const { push } = await deviceOf(ben);
    const answer = ok(await push([call], { sent_at: now + 3 * HOUR }));
    expect(answer.body.verdicts).toMatchObject([{ status: 200 }]);
    // The response was lost: the device sends the same call again, later.
    team.setup.clock.time += 300_000;
    ok(await push([call], { sent_at: now + 4 * HOUR }));
    const [one, ...others] = await stepsOf(ben, task);
    expect(others).toEqual([]);
    expect(one).toMatchObject({ id: step, done_at: at, kind: 'done', clock_offset: 3 * 3_600 });
    expect(Date.parse(one?.arrived_at ?? '')).toBe(now);
  });

  it('[SIGN-1.5] is never changed: an id of a step names one step for ever, and nothing removes it', async () => {
    const { ben, team, task } = await startPair(open);
    const path = `task/update-destroy/${task}/`;
    const step = freshId();
    ok(await ben.patch(path, { is_completed_employee: true, is_completed_emp_step: step }));
    const before = await stepsOf(team.founder, task);
    const again = await team.founder.patch(path, { is_completed: true, is_completed_step: step });
    expect(again.status).toBe(409);
    expect(await stepsOf(team.founder, task)).toEqual(before);
    const [changed, removed] = [
      await team.founder.patch(`task-step/update-destroy/${step}/`, { remark: 'Never' }),
      await team.founder.delete(`task-step/update-destroy/${step}/`),
    ];
    expect([changed.status, removed.status]).toEqual([404, 404]);
  });

  it('of a task that is sent back contains the reason, opens it again and notifies its assignee', async () => {
    const { ben, team, task } = await startPair(open);
    const path = `task/update-destroy/${task}/`;
    ok(await ben.patch(path, { is_completed_employee: true }));
    ok(await team.founder.patch(path, { is_completed: true }));
    const back = `task/send-back/${task}/`;
    for (const reason of ['', '  ', 'x'.repeat(2_001)]) {
      expect((await team.founder.patch(back, { reason })).status).toBe(400);
    }
    expect((await ben.patch(back, { reason: 'No' })).status).toBe(403);
    const sent = ok(await team.founder.patch(back, { reason: '  The gate still sticks. ' }));
    expect(sent.body.data).toMatchObject({ is_completed: false, is_completed_employee: false });
    const last = (await stepsOf(ben, task)).find(({ kind }) => kind === 'sent_back');
    expect(last).toMatchObject({
      remark: 'The gate still sticks.',
      people: [ben.orgUserId],
      created_by: Number(team.founder.orgUserId),
    });
    const changes = (await pull(ben)).body.changes;
    const news = changes.filter(({ table }: { table: string }) => table === 'notifications');
    expect(news.at(-1)?.row).toMatchObject({ kind: 'reopened', reason: 'The gate still sticks.' });
  });

  it('[SIGN-3.2] [SIGN-3.3] refuses a tick without what the task asks for, and notes it as missing for a call that knows no such thing', async () => {
    const { ben, team, task } = await startPair(open);
    const path = `task/update-destroy/${task}/`;
    expect((await ben.patch(path, { asks: ['remark'] })).status).toBe(403);
    expect((await team.founder.patch(path, { asks: ['song'] })).status).toBe(400);
    const asks = ['remark', 'photo', 'signature'];
    expect(ok(await team.founder.patch(path, { asks })).body.data.asks).toEqual(asks);
    const photo = await stored(team, ben, { name: 'gate.png', bytes: await picture() });
    const whole = { remark: ' It swings freely. ', photos: [photo], signed_as: 'Ben Moor' };
    const { remark, photos, signed_as } = whole;
    const tick = async (answer: object) =>
      await ben.patch(path, { is_completed_employee: true, is_completed_emp_answer: answer });
    for (const part of [{}, { remark, photos }, { remark, signed_as }, { photos, signed_as }]) {
      expect((await tick(part)).status).toBe(400);
    }
    for (const bad of [
      { ...whole, signature: 'M1 1C2 2 3 3 4 4' },
      { ...whole, signature: `M1 1${'L399 149'.repeat(1_000)}` },
      { ...whole, remark: ' ' },
      { ...whole, extra: 1 },
    ]) {
      expect((await tick(bad)).status).toBe(400);
    }
    expect(await stepsOf(ben, task)).toEqual([]);
    ok(await tick({ ...whole, signature: 'M10 20L30 40M5 5L5 5' }));
    team.setup.clock.time += 1_000;
    ok(await ben.patch(path, { is_completed_employee: false }));
    team.setup.clock.time += 1_000;
    // A plain client, as the specification says.
    ok(await ben.patch(path, { is_completed_employee: true }));
    const [answered, , plain] = await stepsOf(team.founder, task);
    expect(answered).toMatchObject({
      remark: 'It swings freely.',
      photos: [`/rest/files/${photo}`],
      signature: 'M10 20L30 40M5 5L5 5',
      signed_as: 'Ben Moor',
      missing: [],
    });
    expect(plain).toMatchObject({ kind: 'done', remark: '', photos: [], missing: asks });
  });

  it('[SIGN-3.4] takes only images of the assignee as photos, and none from before the return', async () => {
    const { ben, team, task } = await startPair(open);
    const path = `task/update-destroy/${task}/`;
    ok(await team.founder.patch(path, { asks: ['photo'] }));
    const bytes = await picture();
    const [own, foreign, text] = [
      await stored(team, ben, { name: 'gate.png', bytes }),
      await stored(team, team.founder, { name: 'other.png', bytes }),
      await stored(team, ben, { name: 'note.txt', bytes: Buffer.from('no image') }),
    ];
    const tick = async (photo: string) =>
      await ben.patch(path, {
        is_completed_employee: true,
        is_completed_emp_answer: { photos: [photo] },
      });
    for (const photo of [foreign, freshId()]) expect((await tick(photo)).status).toBe(404);
    expect((await tick(text)).status).toBe(400);
    ok(await tick(own));
    ok(await ben.patch(path, { is_completed_employee: false }));
    ok(await tick(own));
    team.setup.clock.time += 1_000;
    ok(await team.founder.patch(`task/send-back/${task}/`, { reason: 'It still sticks.' }));
    team.setup.clock.time += 1_000;
    expect((await tick(own)).status).toBe(400);
    ok(await tick(await stored(team, ben, { name: 'again.png', bytes })));
  });

  it('follows its task to another project, and is hidden with it', async () => {
    const { ben, team, task } = await startPair(open);
    ok(await ben.patch(`task/update-destroy/${task}/`, { is_completed_employee: true }));
    ok(await team.founder.patch(`task/update-destroy/${task}/`, { assigned_to: '' }));
    const [project, card] = [freshId(), freshId()];
    const { founder, workspace } = team;
    ok(await founder.post('project/create/', { id: project, name: 'Paths', workspace }));
    ok(await founder.post('project-card/create/', { id: card, project, name: 'To do' }));
    ok(await founder.patch(`task/update-destroy/${task}/`, { project_card: card, order: 0 }));
    expect(await stepsOf(founder, task)).toHaveLength(1);
    expect((await ben.get('task-step/list/', { query: { task_id: task } })).status).toBe(404);
  });

  it('everybody sees the tick of a removed assignee again when the removal is undone', async () => {
    const { ben, team, task } = await startPair(open);
    const path = `task/update-destroy/${task}/`;
    const [ada, his] = [team.founder.orgUserId ?? '', ben.orgUserId ?? ''];
    ok(await team.founder.patch(path, { assigned_users: [ada, his] }));
    ok(await ben.patch(path, { is_completed_employee: true }));
    const latest = async () =>
      (await pull(ben)).body.changes.findLast(({ id }: { readonly id: string }) => id === task).row;
    const before = await latest();
    for (const people of [{ assigned_users: [ada] }, { assigned_to: ada }]) {
      ok(await team.founder.patch(path, people));
      const back = { assigned_users: [ada, his], taken_back: true };
      ok(await team.founder.patch(path, back));
      expect(await latest()).toEqual({ ...before, v: expect.any(Number) });
    }
  });
});

interface ShownStep {
  readonly id: string;
  readonly kind: string;
  readonly people: readonly unknown[];
  readonly created_by: number;
  readonly done_at: string;
  readonly arrived_at: string;
  readonly clock_offset: number | null;
  readonly remark: string;
}

async function stepsOf(person: RestClient, task: string): Promise<readonly ShownStep[]> {
  return ok(await person.get('task-step/list/', { query: { task_id: task } })).body.data;
}

async function picture(): Promise<Buffer> {
  const background = { r: 40, g: 90, b: 120 };
  return await sharp({ create: { width: 4, height: 3, channels: 3, background } })
    .png()
    .toBuffer();
}

async function startPair(open: Parameters<typeof startTeam>[0]) {
  const team: Team = await startTeam(open);
  const ben = await hire(team, 'ben@field.test');
  await join(team, ben);
  const id = freshId();
  const body = {
    ...taskBody(team, team.founder, { id }),
    assigned_to: `${team.project}.${ben.orgUserId}`,
  };
  ok(await team.founder.post('task/create/', body));
  return { team, ben, task: id };
}
