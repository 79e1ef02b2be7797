/** Today on Home: what is due, waits, mentions or was refused, with its keys and its snoozes. */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { notifications } from '../../../model/entities/notification.ts';
import { snoozes } from '../../../model/entities/snooze.ts';
import { taskSendBack } from '../../../model/mutations/task/task-send-back.ts';
import { taskCompleteEmployee } from '../../../model/mutations/task/task-complete-employee.ts';
import { localDay } from '../../../model/shared/dates.ts';
import { expectAccessible } from './support/accessible.ts';
import { load, open } from './support/app.tsx';
import { taskPanel } from './support/board.ts';
import {
  createOrganization,
  freshId,
  type Organization,
  type Person,
} from './support/organization.ts';
import { button, expectTexts, expectUrl, focus, gone, press, see } from './support/screen.ts';

const today = () => localDay(Date.now(), new Date().getTimezoneOffset());
const section = () => page.getByRole('region', { name: 'Today' });
const group = (name: string) => section().getByRole('list', { name });
const row = (task: string) => section().getByRole('link', { name: task, exact: true });

describe('/home-view', () => {
  test('Today groups what is due, what waits for acceptance and who mentioned the person', async () => {
    const { organization, mia, project, card } = await ridge();
    await organization.makeTask({ project, card, name: 'Late', end_date: '2025-01-31' });
    await organization.makeTask({ project, card, name: 'Due', end_date: today() });
    await organization.makeTask({ project, card, name: 'Far', end_date: '2999-01-31' });
    const waits = await organization.makeTask({ project, card, name: 'Waits', assignee: mia });
    await organization.apply(
      taskCompleteEmployee,
      { id: waits, done: true, at: '2026-03-01T08:00:00Z' },
      mia,
    );
    const talk = await organization.makeTask({ project, card, name: 'Talk', by: mia });
    mention(organization, { task: talk, project, of: organization.founder, by: mia });
    const device = await open(organization, '/home-view');
    await expectTexts(section().getByRole('heading', { level: 3 }), [
      'Overdue 1',
      'Due today 1',
      'Waiting for your acceptance 1',
      'Mentions 1',
    ]);
    await expectTexts(group('Overdue 1').getByRole('link'), ['Late']);
    await expectTexts(group('Mentions 1').getByRole('link'), ['Talk']);
    await see(group('Mentions 1').getByText('Mia Stone mentioned you'));
    await expectAccessible('today');
    await group('Waiting for your acceptance 1')
      .getByRole('checkbox', { name: /^Completed: Waits/ })
      .click({ force: true });
    await gone(row('Waits'));
    await row('Talk').click();
    await see(taskPanel('Talk'));
    await expect.poll(device.outbox).toEqual(['task-complete', 'notification-read']);
  });

  test('a task that was sent back is first, with its reason there and in the task; several tasks are accepted at once', async () => {
    const { organization, mia, project, card } = await ridge();
    const mine = { project, card, by: mia, assignee: organization.founder };
    const gate = await organization.makeTask({ ...mine, name: 'Gate' });
    const step = { id: freshId(), project, people: [organization.founder.orgUserId] };
    const back = { id: gate, reason: 'It still sticks', at: '2026-03-01T08:00:00Z', step };
    await organization.apply(taskSendBack, back, mia);
    for (const name of ['One', 'Two']) {
      const id = await organization.makeTask({ project, card, name, assignee: mia });
      await organization.apply(
        taskCompleteEmployee,
        { id, done: true, at: '2026-03-01T08:00:00Z' },
        mia,
      );
    }
    const device = await open(organization, '/home-view');
    await expectTexts(section().getByRole('heading', { level: 3 }), [
      'Sent back to you 1',
      'Waiting for your acceptance 2',
    ]);
    await see(group('Sent back to you 1').getByText('Mia Stone: It still sticks'));
    await expectAccessible('today, sent back');
    await section().getByRole('button', { name: 'Accept all 2' }).click();
    await gone(row('One'));
    await gone(row('Two'));
    await see(page.getByText('2 tasks accepted'));
    await expect.poll(device.outbox).toEqual(['task-complete', 'task-complete']);
    await row('Gate').click();
    const notice = taskPanel('Gate').getByRole('region', { name: 'Sent back' });
    await see(notice.getByText('It still sticks'));
    await expectAccessible('a task that was sent back');
  });

  test('keys move, tick, snooze and open; the focus stays in the list', async () => {
    const { organization, project, card } = await ridge();
    for (const name of ['One', 'Two', 'Three']) {
      await organization.makeTask({ project, card, name, end_date: today() });
    }
    const device = await open(organization, '/home-view');
    await see(row('Three'));
    const names = () =>
      section()
        .getByRole('link')
        .elements()
        .map((link) => link.textContent);
    const [first, second, third] = names();
    await press('j');
    await expect.element(row(first ?? '')).toHaveFocus();
    await press('Space');
    await gone(row(first ?? ''));
    await expect.element(row(second ?? '')).toHaveFocus();
    await press('z');
    await page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
    await gone(row(second ?? ''));
    await see(page.getByText('Snoozed until tomorrow'));
    await expect.element(row(third ?? '')).toHaveFocus();
    await expect.poll(device.outbox).toEqual(['task-complete', 'snooze-set']);
    await press('Enter');
    await see(taskPanel(third ?? ''));
  });

  test('a snooze survives a reload, is listed, and can be undone and ended', async () => {
    const { organization, project, card } = await ridge();
    await organization.makeTask({ project, card, name: 'Rope', end_date: today() });
    const device = await open(organization, '/home-view');
    await button('Snooze Rope').click();
    await page.getByRole('menuitem', { name: /^Next week/ }).click();
    await see(section().getByText('Nothing due. Nicely done.'));
    await button('Undo').click();
    await see(row('Rope'));
    expect(await device.rows(snoozes)).toEqual([]);
    await button('Snooze Rope').click();
    await page.getByRole('menuitem', { name: /^Next week/ }).click();
    await gone(row('Rope'));
    await load('/home-view');
    await section().getByRole('button', { name: '1 snoozed' }).click();
    await expectTexts(group('Snoozed 1').getByRole('listitem'), [/^RopeUntil/]);
    await expectAccessible('snoozed');
    await button('Show now: Rope').click();
    await see(row('Rope'));
    await gone(section().getByRole('button', { name: /snoozed/ }));
  });

  test('without anything due Today says so, and without a project it is not there', async () => {
    await open(await createOrganization(), '/home-view');
    await see(page.getByText('0 collaborators'));
    await gone(section());
    const { organization } = await ridge();
    await open(organization, '/home-view');
    await see(section().getByText('Nothing due. Nicely done.'));
  });

  test('a person without the right to tick sees the state, and Space changes nothing', async () => {
    const { organization, mia, project, card } = await ridge();
    const talk = await organization.makeTask({ project, card, name: 'Talk' });
    mention(organization, { task: talk, project, of: mia, by: organization.founder });
    const device = await open(organization, '/home-view', mia);
    await see(row('Talk'));
    await expect.element(group('Mentions 1').getByRole('checkbox')).toHaveLength(0);
    await focus(row('Talk'));
    await press('Space');
    await press('Enter');
    await expectUrl(/task=/);
    await expect.poll(device.outbox).toEqual(['notification-read']);
  });
});

async function ridge() {
  const organization = await createOrganization();
  const mia = organization.addPerson('Mia Stone', 'Member');
  const { id, cards } = await organization.makeProject({ cards: { 'To do': [] }, members: [mia] });
  return { organization, mia, project: id, card: cards['To do'] ?? '' };
}

interface Mention {
  readonly task: string;
  readonly project: string;
  readonly of: Person;
  readonly by: Person;
}

/** Writes the notification as the server does. */
function mention(organization: Organization, { task, project, of, by }: Mention): void {
  organization.put(notifications, {
    id: `mentioned.${task}.${of.orgUserId}`,
    scope: `inbox:${of.orgUserId}`,
    v: 0,
    kind: 'mentioned',
    actor: by.orgUserId,
    project,
    task,
    comment: null,
    subtask: null,
    reason: null,
    count: 1,
    at: '2026-03-01T08:00:00Z',
    read_at: null,
  });
}
