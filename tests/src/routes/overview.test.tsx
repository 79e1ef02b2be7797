/** The overview of all tasks as a tool: search, filters by several values, columns and saved views. */
import { describe, expect, test } from 'vitest';
import { cdp, type Locator, page, userEvent } from 'vitest/browser';
import { currentAccount, deviceDb } from '../../../sync/store/device-db.ts';
import { load, open } from './support/app.tsx';
import { expectAccessible } from './support/accessible.ts';
import { createOrganization, freshId } from './support/organization.ts';
import {
  boxOf,
  button,
  choose,
  expectTexts,
  expectUrl,
  field,
  fits,
  focus,
  gone,
  press,
  resize,
  see,
  step,
} from './support/screen.ts';

const PATH = '/organization/tasks-details';
const table = () => page.getByRole('table', { name: 'Overall Task' });
const names = () => table().css('tbody td[data-column="name"]');
const header = (name: string) => table().getByRole('columnheader', { name, exact: true });
const combobox = (name: string) => page.getByRole('combobox', { name });
const view = (name: string): Locator =>
  page.getByRole('dialog', { name: 'Views' }).getByRole('button', { name, exact: true });

/** Two projects of which Mia is a member of one, and one task of each person. */
async function organizationWithTasks() {
  const organization = await createOrganization();
  const mia = organization.addPerson('Mia Stone', 'Member');
  const noa = organization.addPerson('Noa Field', 'Member');
  const ridge = await organization.makeProject({
    name: 'Ridge trail',
    cards: { 'To do': [] },
    members: [mia, noa],
  });
  const hut = await organization.makeProject({
    name: 'Hut',
    cards: { 'To do': ['Paint the door'] },
    members: [noa],
  });
  const card = ridge.cards['To do'] ?? '';
  await organization.makeTask({ project: ridge.id, card, name: 'Check the ropes', assignee: mia });
  await organization.makeTask({ project: ridge.id, card, name: 'Count cairns', assignee: noa });
  return { organization, ridge, hut };
}

describe('/organization/tasks-details', () => {
  test('the search finds names of tasks, projects and people, and is kept in the address', async () => {
    const { organization } = await organizationWithTasks();
    await open(organization, PATH);
    await expect.element(names()).toHaveLength(3);
    await field('Search tasks').fill('ROPE check');
    await expectTexts(names(), ['Check the ropes']);
    await expectUrl(/[?&]q=ROPE/);
    await field('Search tasks').fill('ridge noa');
    await expectTexts(names(), ['Count cairns']);
    await field('Search tasks').fill('nothing like it');
    await see(page.getByText('No tasks found !!'));
    await button('Clear search').click();
    await expect.element(names()).toHaveLength(3);
    await load(`${PATH}?q=paint`);
    await expectTexts(names(), ['Paint the door']);
    await expect.element(field('Search tasks')).toHaveValue('paint');
    await button('Clear filter').click();
    await expect.element(names()).toHaveLength(3);
  });

  test('filters take several values; the projects are those of the assignees', async () => {
    const { organization, ridge } = await organizationWithTasks();
    await open(organization, PATH);
    await step('two assignees', async () => {
      await choose(page, 'Assignee', 'Mia Stone');
      await expectTexts(names(), ['Check the ropes']);
      await expect.element(combobox('Assignee')).toHaveAttribute('placeholder', 'Mia Stone');
      await page.getByRole('option', { name: 'Noa Field' }).click();
      await expect.element(names()).toHaveLength(2);
      await expect.element(combobox('Assignee')).toHaveAttribute('placeholder', '2 selected');
      await press('Escape');
    });
    await step('a project of either is offered, and stays while assignees are added', async () => {
      await choose(page, 'Project', 'Hut');
      await press('Escape');
      await see(page.getByText('No tasks found !!'));
      await combobox('Assignee').click();
      await page.getByRole('option', { name: 'Noa Field' }).click();
      await press('Escape');
      await expectTexts(names(), ['Check the ropes']);
      await combobox('Project').click();
      await expectTexts(page.getByRole('option'), ['Ridge trail']);
      await press('Escape');
      await button('Clear filter').click();
      await expect.element(names()).toHaveLength(3);
    });
    await step('an older address has one value', async () => {
      await load(`${PATH}?status=WIP&of=${ridge.id}`);
      await expect.element(names()).toHaveLength(2);
      await expect.element(combobox('Task status')).toHaveAttribute('placeholder', 'WIP');
      await expect.element(combobox('Project')).toHaveAttribute('placeholder', 'Ridge trail');
    });
  });

  test('columns are chosen in a menu, also by keyboard, and stay hidden on this device', async () => {
    const { organization } = await organizationWithTasks();
    await open(organization, PATH);
    await expect.element(table().getByRole('columnheader')).toHaveLength(12);
    await step('by keyboard', async () => {
      await focus(button('Columns'));
      await press('Enter');
      const name = page.getByRole('menuitemcheckbox', { name: 'Task name' });
      await expect.element(name).toBeDisabled();
      const label = page.getByRole('menuitemcheckbox', { name: 'Task label' });
      await press('Space', label);
      await expect.element(label).toHaveAttribute('aria-checked', 'false');
      await gone(header('Task label'));
      await press('Escape');
      await gone(page.getByRole('menu'));
    });
    await step('kept for the account, and deleted with it', async () => {
      await load(PATH);
      await see(header('Task name'));
      await gone(header('Task label'));
      // `forgetMarks` deletes entries by the end of their key.
      const account = await currentAccount(deviceDb());
      expect(keysOf('columns')).toEqual([`cairn-overview-columns:${account?.key}`]);
    });
    await step('what another tab stores is shown; broken content shows every column', async () => {
      const [key = ''] = keysOf('columns');
      storeElsewhere(key, '["label","end"]');
      await gone(header('End date'));
      storeElsewhere(key, '{"broken":');
      await see(header('Task label'));
      await see(header('End date'));
      storeElsewhere(key, '["status"]');
      await gone(header('Status'));
    });
    await step('reset', async () => {
      await button('Columns').click();
      await page.getByRole('menuitem', { name: 'Reset' }).click();
      await expect.element(table().getByRole('columnheader')).toHaveLength(12);
    });
  });

  test('a view is saved, applied, renamed, deleted and restored', async () => {
    const { organization } = await organizationWithTasks();
    const device = await open(organization, `${PATH}?q=the&sort=name`);
    await step('save', async () => {
      await button('Columns').click();
      await page.getByRole('menuitemcheckbox', { name: 'Status' }).click();
      await press('Escape');
      await gone(header('Status'));
      await button('Views').click();
      await button('Save this view…').click();
      await userEvent.keyboard('Ropes and doors{Enter}');
      await see(page.getByText('View “Ropes and doors” saved'));
    });
    await step('apply', async () => {
      await load(PATH);
      await button('Columns').click();
      await page.getByRole('menuitem', { name: 'Reset' }).click();
      await press('Escape');
      await expect.element(names()).toHaveLength(3);
      await button('Views').click();
      await expect.element(view('Ropes and doors')).not.toHaveAttribute('aria-current');
      await view('Ropes and doors').click();
      await expectTexts(names(), ['Check the ropes', 'Paint the door']);
      await gone(header('Status'));
      await button('Views').click();
      await expect.element(view('Ropes and doors')).toHaveAttribute('aria-current', 'true');
    });
    await step('rename', async () => {
      await button('Rename view Ropes and doors').click();
      await userEvent.clear(field('New name of view Ropes and doors'));
      await userEvent.keyboard('Doors{Enter}');
      await see(view('Doors'));
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Rename view Doors');
    });
    await step('the same name replaces it', async () => {
      await press('Escape');
      await field('Search tasks').fill('cairns');
      await button('Views').click();
      await button('Save this view…').click();
      await userEvent.keyboard('doors');
      await button('Replace').click();
      await see(page.getByText('View “doors” replaced'));
      await button('Undo').click();
      await button('Views').click();
      await expect.element(view('Doors')).not.toHaveAttribute('aria-current');
    });
    await step('delete, undo', async () => {
      await button('Delete view Doors').click();
      await gone(view('Doors'));
      await see(page.getByText('View “Doors” deleted'));
      await button('Undo').click();
      await press('Escape');
      await button('Views').click();
      await see(view('Doors'));
      await expectAccessible('saved views');
    });
    await step('one that an older build kept in this browser becomes a row', async () => {
      const account = await currentAccount(deviceDb());
      const old = { id: freshId(), name: 'Old ropes', search: { q: 'ropes' }, hidden: [] };
      localStorage.setItem(
        `cairn-overview-views:${account?.key}`,
        JSON.stringify([{ id: 4 }, old]),
      );
      await load(PATH);
      await button('Views').click();
      await view('Old ropes').click();
      await expectTexts(names(), ['Check the ropes']);
      await expect
        .poll(() => keysOf('views').map((key) => localStorage.getItem(key)))
        .toEqual(['[]']);
      await expect.poll(device.outbox).toContain('saved-view-create');
    });
  });

  test('everything fits at 1440 px; at 1024 px the name stays while the rest scrolls', async () => {
    const { organization } = await organizationWithTasks();
    await open(organization, PATH);
    await expect.element(names()).toHaveLength(3);
    const scroller = page.getByRole('region', { name: 'Tasks', exact: true });
    expect(await fits(scroller)).toBe(true);
    const tops = () =>
      page
        .css('search input:not([type="hidden"])')
        .elements()
        .map((input) => Math.round(input.getBoundingClientRect().top / 20));
    expect(new Set(tops()).size).toBe(1);
    await resize(1024, 900);
    expect(await fits(scroller)).toBe(false);
    const name = await names().first().findElement();
    const before = name.getBoundingClientRect().x;
    (await scroller.findElement()).scrollLeft = 200;
    await expect.element(scroller).toHaveAttribute('data-scrolled');
    expect(name.getBoundingClientRect().x).toBe(before);
    await resize(390, 844);
    expect(document.documentElement.scrollWidth).toBe(390);
    await resize(1440, 900);
  });
});

/** Keys of a value of this screen in the local storage. */
function keysOf(name: string): readonly string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(`cairn-overview-${name}:`));
}

/** Writes a value as another tab does. */
function storeElsewhere(key: string, newValue: string): void {
  localStorage.setItem(key, newValue);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
}

test('with a touch screen the filters of a phone stand in line', async () => {
  const { organization } = await organizationWithTasks();
  await resize(390, 844);
  await withTouchScreen(async () => {
    await open(organization, PATH);
    const labels = page.getByRole('main').css('search label');
    const topOf = async (label: string) => (await boxOf(labels.filter({ hasText: label }))).y;
    await see(combobox('Task status'));
    expect(await topOf('Completed status')).toBe(await topOf('Task status'));
    expect(await topOf('Assignee')).toBe(await topOf('Project'));
  });
});

/** Runs with a finger as the pointer, for which fields have larger letters. */
async function withTouchScreen(body: () => Promise<void>): Promise<void> {
  const touch = (enabled: boolean) =>
    cdp().send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: 1 });
  await touch(true);
  try {
    await expect.poll(() => matchMedia('(pointer: coarse)').matches).toBe(true);
    await body();
  } finally {
    await touch(false);
  }
}
