import { afterEach, expect, it } from 'vitest';
import { mailOf, nextMorning } from '../../../server/mail/digest-times.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { type RestClient, signIn } from '../../support/rest-client.ts';
import { foundTeam, freshId, hire, join, ok, type Team } from '../support/team.ts';

/** 7 o'clock in Berlin on Tuesday, 3 March. */
const TUESDAY = Date.parse('2026-03-03T06:00:00Z');
const DAY_MS = 24 * 60 * 60_000;

forEachDatabase('mails about the own work', (open, openAgain) => {
  const running: TestApp[] = [];
  const start = async (): Promise<Team> => {
    const setup = await startTestApp(await open());
    running.push(setup);
    return { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });

  it('are off; a daily digest names what is overdue, due, waiting and mentioned, once', async () => {
    const team = await start();
    const { founder, setup } = team;
    expect(ok(await founder.get('api/mail-digest/')).body.data).toEqual({
      digest: 'off',
      reminders: false,
      time_zone: 'UTC',
    });
    const person = await hire(team, 'member@field.test');
    await join(team, person);
    await addTask(team, founder, { name: 'Late <b>rope</b>', end_date: '2026-03-01' });
    await addTask(team, founder, { name: 'Soon', end_date: '2026-03-04' });
    await addTask(team, founder, { name: 'Far', end_date: '2026-04-04' });
    await addTask(team, person, { name: 'Not mine', end_date: '2026-03-03' });
    const done = await addTask(team, person, { name: 'Done by them' });
    ok(await person.patch(`task/update-destroy/${done}/`, { is_completed_employee: true }));
    const asked = await addTask(team, person, { name: 'Asked' });
    ok(
      await person.post('comment/create/', {
        task: asked,
        comment: `@[${String(founder.orgUserId)}] where?`,
      }),
    );
    await morning(team, TUESDAY);
    expect(mailsTo(team, 'ada@field.test'), 'nobody asked for one').toEqual([]);
    await signIn(founder, 'ada@field.test');
    await choose(founder, { digest: 'daily' });
    await morning(team, TUESDAY + DAY_MS - 1);
    expect(mailsTo(team, 'ada@field.test')).toEqual([]);
    await morning(team, TUESDAY + DAY_MS);
    await morning(team, TUESDAY + DAY_MS + 1);
    const [mail, ...others] = mailsTo(team, 'ada@field.test');
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Your work on Cairn');
    const text = mail?.text ?? '';
    const order = ['Overdue', 'Late', 'Due soon', 'Soon', 'Waiting for you to accept', 'Done by'];
    expect(order.map((word) => text.indexOf(word))).toEqual(
      order.map((word) => text.indexOf(word)).toSorted((left, right) => left - right),
    );
    for (const word of [...order, 'Asked', 'Field Work']) expect(text).toContain(word);
    expect(text).not.toMatch(/Far|Not mine/);
    expect(mail?.html).toContain('Late &lt;b&gt;rope&lt;/b&gt;');
    expect(mail?.html).not.toContain('<b>');
    expect(setup.clock.time).toBe(TUESDAY + DAY_MS + 1);
  });

  it('a second process and a restart send no second one; days without a server become one', async () => {
    const database = await open();
    const setup = await startTestApp(database);
    running.push(setup);
    const team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
    await addTask(team, team.founder, { name: 'Late', end_date: '2026-03-01' });
    await choose(team.founder, { digest: 'daily' });
    const other = await startTestApp(await openAgain(database));
    running.push(other);
    for (const { clock } of [setup, other]) clock.time = TUESDAY + 4 * DAY_MS;
    await Promise.all(
      [setup, other].map(async ({ app }) => {
        await app.services.digests.settle();
        await app.services.mailer.settle();
      }),
    );
    // Either of them may have taken the mail from the queue.
    for (const { app } of [setup, other]) await app.services.mailer.settle();
    const sent = [...setup.mails, ...other.mails].filter(({ to }) => to === 'ada@field.test');
    expect(sent.filter(({ subject }) => subject === 'Your work on Cairn')).toHaveLength(1);
    const next = await startTestApp(database);
    running.push(next);
    next.clock.time = TUESDAY + 4 * DAY_MS + 1;
    await next.app.services.digests.settle();
    await next.app.services.mailer.settle();
    expect(next.mails).toEqual([]);
  });

  it('say nothing when there is nothing to say, and weekly ones come on Monday', async () => {
    const team = await start();
    await choose(team.founder, { digest: 'weekly' });
    await addTask(team, team.founder, { name: 'Soon', end_date: '2026-03-12' });
    for (let day = 0; day < 6; day += 1) await morning(team, TUESDAY + day * DAY_MS);
    expect(mailsTo(team, 'ada@field.test')).toEqual([]);
    await morning(team, TUESDAY + 6 * DAY_MS);
    expect(mailsTo(team, 'ada@field.test')).toHaveLength(1);
    await morning(team, TUESDAY + 13 * DAY_MS);
    expect(mailsTo(team, 'ada@field.test')[1]?.text).toContain('Overdue');
  });

  it('leave out a task until the day to which it is put off, by the clock of the person', async () => {
    const team = await start();
    await choose(team.founder, { digest: 'daily' });
    const task = await addTask(team, team.founder, { name: 'Put off', end_date: '2026-03-01' });
    await addTask(team, team.founder, { name: 'Late', end_date: '2026-03-01' });
    // Midnight in Berlin, at which Wednesday begins.
    ok(await team.founder.patch(`task/snooze/${task}/`, { until: '2026-03-03T23:00:00.000Z' }));
    await morning(team, TUESDAY);
    await morning(team, TUESDAY + DAY_MS);
    const [tuesday, wednesday] = mailsTo(team, 'ada@field.test').map(({ text }) => text);
    expect(tuesday).toContain('Late');
    expect(tuesday).not.toContain('Put off');
    expect(wednesday).toContain('Put off');
  });

  it('reminders come on the day alone, in the language of the person', async () => {
    const team = await start();
    const { founder } = team;
    await changeAccounts(team, { language: 'de' });
    await addTask(team, founder, { name: 'Late', end_date: '2026-03-01' });
    await addTask(team, founder, { name: 'On the day', end_date: '2026-03-04' });
    await choose(founder, { reminders: true });
    await morning(team, TUESDAY);
    expect(mailsTo(team, 'ada@field.test')).toEqual([]);
    await morning(team, TUESDAY + DAY_MS);
    const [mail] = mailsTo(team, 'ada@field.test');
    expect(mail?.subject).toBe('Heute fällig in Cairn');
    expect(mail?.text).toContain('On the day');
    expect(mail?.text).not.toContain('Late');
  });

  it('stop with one click and without a session; opening the address stops nothing', async () => {
    const team = await start();
    const { founder, app } = team;
    await addTask(team, founder, { name: 'Late', end_date: '2026-03-01' });
    await choose(founder, { digest: 'daily' });
    await morning(team, TUESDAY);
    const stop = mailsTo(team, 'ada@field.test')[0]?.stop ?? '';
    expect(mailsTo(team, 'ada@field.test')[0]?.text).toContain(stop);
    const { pathname } = new URL(stop);
    const opened = await app.fastify.inject(pathname);
    expect(opened.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(opened.body).toContain('<form method="post">');
    await morning(team, TUESDAY + DAY_MS);
    expect(mailsTo(team, 'ada@field.test')).toHaveLength(2);
    const click = () =>
      app.fastify.inject({
        method: 'POST',
        url: pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    const unknown = await app.fastify.inject({ method: 'POST', url: `${pathname}x` });
    expect(unknown.statusCode).toBe(200);
    await signIn(founder, 'ada@field.test');
    expect(ok(await founder.get('api/mail-digest/')).body.data.digest).toBe('daily');
    expect((await click()).statusCode).toBe(200);
    expect((await click()).statusCode).toBe(200);
    expect(ok(await founder.get('api/mail-digest/')).body.data.digest).toBe('off');
    await morning(team, TUESDAY + 2 * DAY_MS);
    expect(mailsTo(team, 'ada@field.test')).toHaveLength(2);
  });

  it('follow the rights of the moment, and end with a deactivation', async () => {
    const team = await start();
    const { founder } = team;
    const person = await hire(team, 'member@field.test');
    await join(team, person);
    await addTask(team, person, { name: 'Secret', end_date: '2026-03-01' });
    await choose(person, { digest: 'daily' });
    await morning(team, TUESDAY);
    expect(mailsTo(team, 'member@field.test')).toHaveLength(1);
    await signIn(founder, 'ada@field.test');
    const membership = `${team.project}.${String(person.orgUserId)}`;
    ok(await founder.delete(`team-member/update-destroy/${membership}/`));
    await morning(team, TUESDAY + DAY_MS);
    expect(mailsTo(team, 'member@field.test'), 'of a project they may not see').toHaveLength(1);
    await signIn(founder, 'ada@field.test');
    await join(team, person);
    const path = `organization-user/update/${String(person.orgUserId)}/`;
    ok(await founder.patch(path, { active: false }));
    await morning(team, TUESDAY + 2 * DAY_MS);
    expect(mailsTo(team, 'member@field.test')).toHaveLength(1);
    const rows = await team.app.services.database.db
      .selectFrom('mail_digests')
      .selectAll()
      .execute();
    expect(rows).toEqual([]);
  });

  it('are not for a mailbox that nobody has proved', async () => {
    const team = await start();
    await changeAccounts(team, { mailbox_proved: 0 });
    const wanted = { digest: 'daily', reminders: false, time_zone: 'Europe/Berlin' };
    expect((await team.founder.post('api/mail-digest/set/', wanted)).status).toBe(409);
    const wrong = { ...wanted, time_zone: 'Europe/Nowhere' };
    expect((await team.founder.post('api/mail-digest/set/', wrong)).status).toBe(400);
  });
});

it('the morning is that of the time zone, also when clocks change', () => {
  const daily = { digest: 'daily', reminders: false } as const;
  const at = (time_zone: string, after: string) =>
    new Date(nextMorning({ ...daily, time_zone }, Date.parse(after)) ?? 0).toISOString();
  expect(at('Europe/Berlin', '2026-03-28T12:00:00Z')).toBe('2026-03-29T05:00:00.000Z');
  expect(at('Europe/Berlin', '2026-10-24T12:00:00Z')).toBe('2026-10-25T06:00:00.000Z');
  expect(at('Pacific/Kiritimati', '2026-03-03T18:00:00Z')).toBe('2026-03-04T17:00:00.000Z');
  expect(at('America/Los_Angeles', '2026-03-03T15:00:00Z')).toBe('2026-03-04T15:00:00.000Z');
  expect(nextMorning({ ...daily, digest: 'off', time_zone: 'UTC' }, 0)).toBeUndefined();
  const both = { digest: 'weekly', reminders: true, time_zone: 'UTC' } as const;
  expect(mailOf(both, '2026-03-02')).toBe('digest');
  expect(mailOf(both, '2026-03-03')).toBe('reminder');
});

async function choose(person: RestClient, change: Readonly<Record<string, unknown>>) {
  const off = { digest: 'off', reminders: false, time_zone: 'Europe/Berlin' };
  ok(await person.post('api/mail-digest/set/', { ...off, ...change }));
}

async function changeAccounts(
  { app }: Team,
  change: { readonly language?: string; readonly mailbox_proved?: number },
): Promise<void> {
  await app.services.writer.separate(async (tx) => {
    await (await tx.db()).updateTable('users').set(change).execute();
  });
}

/** Sets the clock and waits for everything that is due. */
async function morning({ setup, app }: Team, at: number): Promise<void> {
  setup.clock.time = at;
  await app.services.digests.settle();
  await app.services.mailer.settle();
}

function mailsTo({ setup }: Team, address: string) {
  return setup.mails.filter(({ to, stop }) => to === address && typeof stop === 'string');
}

async function addTask(
  { founder, project, card, flag }: Team,
  person: RestClient,
  fields: Readonly<Record<string, unknown>>,
): Promise<string> {
  const id = freshId();
  const assigned_to = `${project}.${String(person.orgUserId)}`;
  ok(await founder.post('task/create/', { id, project_card: card, flag, assigned_to, ...fields }));
  return id;
}
