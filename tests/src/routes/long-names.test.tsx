/** Names without a space, of addresses for example, and the narrowest screens: nothing widens a page or leaves it. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { notifications } from '../../../model/entities/notification.ts';
import { taskCompleteEmployee } from '../../../model/mutations/task/task-complete-employee.ts';
import { workspaceCreate } from '../../../model/mutations/workspace/workspace-create.ts';
import { load, open } from './support/app.tsx';
import { createOrganization, freshId } from './support/organization.ts';
import {
  boxOf,
  button,
  fits,
  gone,
  noteCard,
  press,
  resize,
  see,
  settled,
  writeNote,
} from './support/screen.ts';

const ADDRESS = 'https://example.org/'.padEnd(98, 'path/');

test('a name without a space widens neither a page nor a table', async () => {
  const organization = await createOrganization();
  const mia = organization.addPerson('Mia Stone', 'Member');
  const { path } = await organization.makeProject({
    name: ADDRESS,
    cards: { 'To do': [ADDRESS] },
    members: [mia],
  });
  await open(organization, path);
  const main = page.getByRole('main');
  const table = main.getByRole('table');
  for (const [address, isTable] of [
    ['/home-view', true],
    ['/workspace/dashboard', true],
    [`/user-info/${organization.founder.orgUserId}`, true],
    [`/user-info/${mia.orgUserId}`, false],
  ] as const) {
    await load(address);
    await see(main.getByText(ADDRESS).first());
    for (const width of [1440, 390, 320]) {
      await resize(width, 740);
      expect(await fits(main), `${address} at ${width}`).toBe(true);
      // The teams of the projects alone fill the narrowest screen: there the table scrolls.
      if (!isTable || width === 320) continue;
      const [box, frame] = [await boxOf(table), await boxOf(main)];
      expect(box.x + box.width, `table of ${address} at ${width}`).toBeLessThanOrEqual(
        frame.x + frame.width,
      );
    }
  }
});

test('a menu shows the whole name of a card', async () => {
  const organization = await createOrganization();
  const { path } = await organization.makeProject({ cards: { 'To do': ['Rope'], [ADDRESS]: [] } });
  await open(organization, path);
  await button('Actions for Rope').click();
  await page.getByRole('menuitem', { name: 'Move to...' }).click();
  const item = page.getByRole('menuitem', { name: ADDRESS });
  await see(item);
  expect(await fits(item)).toBe(true);
  const [inner, menu] = [await boxOf(item.getByText(ADDRESS)), await boxOf(page.getByRole('menu'))];
  expect(inner.x + inner.width).toBeLessThanOrEqual(menu.x + menu.width);
});

test('an entry of the bell about a project with a long name keeps its menu on the screen', async () => {
  const organization = await createOrganization();
  const mia = organization.addPerson('Mia Stone', 'Member');
  const project = await organization.makeProject({
    name: ADDRESS,
    cards: { 'To do': [ADDRESS] },
    members: [mia],
  });
  const { orgUserId } = organization.founder;
  const task = project.tasks[ADDRESS] ?? '';
  organization.put(notifications, {
    id: `assigned.${task}.${orgUserId}`,
    scope: `inbox:${orgUserId}`,
    v: 0,
    kind: 'assigned',
    actor: mia.orgUserId,
    project: project.id,
    task,
    comment: null,
    subtask: null,
    reason: null,
    count: 1,
    at: '2026-03-01T08:00:00Z',
    read_at: null,
  });
  await open(organization, '/home-view');
  const inbox = page.getByRole('dialog', { name: 'Notifications' });
  const menu = inbox.getByRole('button', { name: `More for ${ADDRESS}` });
  for (const width of [1440, 320]) {
    await resize(width, 740);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await see(menu);
    const boxes = await settled(() => Promise.all([boxOf(menu), boxOf(inbox)]));
    const [right = 0, edge = 0] = boxes.map((box) => box.x + box.width);
    expect(right, `at ${width}`).toBeLessThanOrEqual(edge);
    await press('Escape');
    await gone(inbox);
  }
});

test('on the narrowest phone the tools of a text, notes and Accept all are whole', async () => {
  const organization = await createOrganization();
  const mia = organization.addPerson('Mia Stone', 'Member');
  const project = await organization.makeProject({ cards: { Done: [] }, members: [mia] });
  for (const name of ['Rope', 'Pegs']) {
    const card = project.cards['Done'] ?? '';
    const id = await organization.makeTask({ project: project.id, card, name, assignee: mia });
    const tick = { id, done: true, at: '2026-03-01T08:00:00Z' };
    await organization.apply(taskCompleteEmployee, tick, mia);
  }
  await resize(320, 640);
  await open(organization, '/home-view');
  const label = page.getByRole('button', { name: 'Accept all 2' }).getByText('Accept all 2');
  await see(label);
  expect(await fits(label)).toBe(true);

  await load(`/chat/chat-area/${mia.userId}`);
  await expectToolsOnScreen();

  await load('/notes-view');
  await button('New note').first().click();
  await expectToolsOnScreen();
  await press('Escape');
  await writeNote({ title: 'Poles', newTag: 'Camp', text: 'Six' });
  await see(noteCard('Poles'));
  expect(await fits(page.getByRole('main'))).toBe(true);
});

async function expectToolsOnScreen(): Promise<void> {
  const tools = page.getByRole('toolbar', { name: 'Text format' });
  await see(tools);
  const buttons = tools.getByRole('button');
  const boxes = await settled(() => Promise.all([boxOf(buttons.first()), boxOf(buttons.last())]));
  expect(boxes[0]?.x).toBeGreaterThanOrEqual(0);
  expect((boxes[1]?.x ?? 0) + (boxes[1]?.width ?? 0)).toBeLessThanOrEqual(320);
}

test('the card of a workspace with the longest name shows three lines of it', async () => {
  const organization = await createOrganization();
  await organization.makeProject({ cards: { 'To do': [] } });
  await organization.apply(workspaceCreate, { id: freshId(), name: 'W'.repeat(200), desc: '' });
  await open(organization, '/workspace/dashboard');
  const name = page.getByRole('heading', { name: 'WWW' });
  await see(name);
  expect((await boxOf(name)).height).toBeLessThan(80);
  await expect.element(name).toHaveAttribute('title', 'W'.repeat(200));
});
