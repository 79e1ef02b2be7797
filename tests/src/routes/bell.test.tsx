/** The bell as an inbox: unread and read notifications, marks, mutes, keys. */
import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { conversations } from '../../../model/entities/conversation.ts';
import { notifications, type NotificationKind } from '../../../model/entities/notification.ts';
import { taskMutes } from '../../../model/entities/task-mute.ts';
import { todoCreate } from '../../../model/mutations/todo/todo-create.ts';
import { directScope } from '../../../model/entities/scopes.ts';
import { expectAccessible } from './support/accessible.ts';
import { load, open } from './support/app.tsx';
import { taskPanel } from './support/board.ts';
import {
  createOrganization,
  freshId,
  type Organization,
  type Person,
} from './support/organization.ts';
import { button, expectTexts, expectUrl, gone, press, resize, see } from './support/screen.ts';

/** Milliseconds. */
const DAY = 86_400_000;

const bell = () => page.getByRole('button', { name: /^Notifications/ });
const inbox = () => page.getByRole('dialog', { name: 'Notifications' });
const entries = () => inbox().getByRole('tabpanel').getByRole('listitem');
const tab = (name: string) => inbox().getByRole('tab', { name });

test('the bell groups by task, opens one as read, and keeps it under All', async () => {
  const { organization, mia, project } = await ridge();
  notify(organization, {
    kind: 'commented',
    task: project.tasks['Rope'],
    by: mia,
    count: 3,
    minute: 1,
  });
  notify(organization, { kind: 'mentioned', task: project.tasks['Rope'], by: mia, minute: 2 });
  notify(organization, { kind: 'assigned', task: project.tasks['Pegs'], by: mia, minute: 0 });
  const device = await open(organization, '/home-view');
  await expect.element(bell()).toHaveAccessibleName('Notifications, 5 unread');
  await bell().click();
  await expectTexts(entries(), [
    /^MSMia Stone mentioned you on “Rope”.*4$/,
    /^MSMia Stone assigned “Pegs” to you/,
  ]);
  await expectAccessible('inbox');
  await entries().nth(0).getByRole('button').first().click();
  await see(taskPanel('Rope'));
  await expect.element(bell()).toHaveAccessibleName('Notifications, 1 unread');
  await bell().click();
  await expectTexts(entries(), [/Pegs/]);
  await tab('All').click();
  await expectTexts(entries(), [/Rope/, /Pegs/]);
  await expect.poll(device.outbox).toEqual(['notification-read']);
});

test('keys move, mark and open; marking all can be undone, and survives a reload', async () => {
  const { organization, mia, project } = await ridge();
  notify(organization, { kind: 'assigned', task: project.tasks['Rope'], by: mia, minute: 2 });
  notify(organization, { kind: 'assigned', task: project.tasks['Pegs'], by: mia, minute: 1 });
  notify(organization, { kind: 'assigned', task: project.tasks['Knots'], by: mia, minute: 0 });
  const device = await open(organization, '/home-view');
  await bell().click();
  await expectTexts(entries(), [/Rope/, /Pegs/, /Knots/]);
  await press('j');
  await press('j');
  await expect.element(entries().nth(1).getByRole('button').first()).toHaveFocus();
  await press('e');
  await expectTexts(entries(), [/Rope/, /Knots/]);
  await expect.element(entries().nth(1).getByRole('button').first()).toHaveFocus();
  await button('Mark all as read').click();
  await see(inbox().getByText('No new notifications'));
  await expect.element(bell()).toHaveAccessibleName('Notifications');
  await button('Undo').click();
  await bell().click();
  await expectTexts(entries(), [/Rope/, /Knots/]);
  await button('Mark all as read').click();
  await see(inbox().getByText('No new notifications'));
  await load('/home-view');
  await expect.element(bell()).toHaveAccessibleName('Notifications');
  await bell().click();
  await tab('All').click();
  await expectTexts(entries(), [/Rope/, /Pegs/, /Knots/]);

  notify(organization, { kind: 'commented', task: project.tasks['Rope'], by: mia, minute: 3 });
  await device.receive();
  await button('Mark all as read').click();
  await button('Undo').click();
  await expect.element(bell()).toHaveAccessibleName('Notifications, 1 unread');
});

test('a task and a project are muted from the menu of an entry, and unmuted below', async () => {
  const { organization, mia, project } = await ridge();
  notify(organization, { kind: 'commented', task: project.tasks['Rope'], by: mia });
  const device = await open(organization, '/home-view');
  await bell().click();
  await button('More for Rope').click();
  await page.getByRole('menuitem', { name: 'Mute this task' }).click();
  await see(page.getByText('Only mentions from Rope now'));
  await expect.poll(() => device.rows(taskMutes)).toHaveLength(1);
  await see(button('Unmute Rope'));
  await button('More for Rope').click();
  await page.getByRole('menuitem', { name: 'Mute Ridge trail' }).click();
  await see(button('Unmute Ridge trail'));
  await button('Unmute Rope').click();
  await gone(button('Unmute Rope'));
  expect(await device.rows(taskMutes)).toEqual([]);
});

test('messages are marked as read from the bell, without opening them', async () => {
  const { organization, mia } = await ridge();
  const conversation = directScope(mia.orgUserId, organization.founder.orgUserId);
  organization.put(conversations, {
    id: conversation,
    scope: conversation,
    v: 0,
    last_seq: 1,
    last_at: '2026-03-01T08:00:00Z',
    low: organization.founder.orgUserId,
    high: mia.orgUserId,
  });
  const device = await open(organization, '/home-view');
  await bell().click();
  await expectTexts(entries(), [/^MSMia Stone1 new message/]);
  await button('More for Mia Stone').click();
  await page.getByRole('menuitem', { name: 'Mark as read' }).click();
  await see(inbox().getByText('No new notifications'));
  expect(await device.outbox()).toContain('chat-seen');
});

test('the number on the bell contains reminders from the start, once they were counted', async () => {
  const { organization, mia, project } = await ridge();
  notify(organization, { kind: 'commented', task: project.tasks['Rope'], by: mia });
  const at = new Date(Date.now() - DAY).toISOString();
  const todo = { id: freshId(), name: 'Tar', rank: 'V', status: false };
  await organization.apply(todoCreate, { ...todo, made_at: at, remind_at: at });
  await open(organization, '/home-view');
  await expect.element(bell()).toHaveAccessibleName('Notifications, 2 unread');
  const names = new Set<string>();
  const watching = new MutationObserver(() => {
    const name = bell().query()?.getAttribute('aria-label') ?? '';
    if (name !== '') names.add(name);
  });
  const attributes = { attributes: true, attributeFilter: ['aria-label'] };
  watching.observe(document.body, { childList: true, subtree: true, ...attributes });
  await load('/home-view');
  const firstCount = () => [...names].find((name) => name !== 'Notifications');
  await expect.poll(firstCount).toBe('Notifications, 2 unread');
  watching.disconnect();
});

test('the name of the bell contains what it shows, and the inbox fits a phone', async () => {
  const { organization, mia, project } = await ridge();
  notify(organization, { kind: 'commented', task: project.tasks['Rope'], by: mia, count: 120 });
  await open(organization, '/home-view');
  await expect.element(bell()).toHaveAccessibleName('Notifications, 99+ unread');
  const { violations, passes } = await axe.run(await bell().findElement(), {
    runOnly: ['label-content-name-mismatch'],
  });
  expect(violations).toEqual([]);
  expect(passes.map(({ id }) => id)).toEqual(['label-content-name-mismatch']);
  await resize(390, 844);
  await bell().click();
  await see(entries());
  const { left, right } = (await inbox().findElement()).getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(390);
  await entries().nth(0).getByRole('button').first().click();
  await expectUrl(/task=/);
});

async function ridge() {
  const organization = await createOrganization();
  const mia = organization.addPerson('Mia Stone', 'Member');
  const project = await organization.makeProject({
    cards: { 'To do': ['Rope', 'Pegs', 'Knots'] },
    members: [mia],
  });
  return { organization, mia, project };
}

interface News {
  readonly kind: NotificationKind;
  readonly task: string | undefined;
  readonly by: Person;
  readonly count?: number;
  /** Orders notifications. */
  readonly minute?: number;
}

/** Writes a notification for the founder as the server does. */
function notify(organization: Organization, { kind, task = '', by, count = 1, minute = 0 }: News) {
  const { orgUserId } = organization.founder;
  const [row] = (organization.rows().get('tasks') ?? []).filter(({ id }) => id === task);
  organization.put(notifications, {
    id: `${kind}.${task}.${orgUserId}`,
    scope: `inbox:${orgUserId}`,
    v: 0,
    kind,
    actor: by.orgUserId,
    project: String(row?.['project']),
    task,
    comment: null,
    subtask: null,
    reason: null,
    count,
    at: `2026-03-01T08:0${minute}:00Z`,
    read_at: null,
  });
}
