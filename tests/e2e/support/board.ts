/** Actions on a board, by the names that people read on the screen. */
import { expect, type Locator, type Page } from '@playwright/test';
import { choose, signIn } from './app.ts';
import type { BoardPicture } from './organization.ts';
import type { Person } from './rest-peer.ts';

export function column(page: Page, card: string): Locator {
  return page.getByRole('region', { name: new RegExp(`^${escaped(card)}, \\d+ tasks?$`) });
}

export function tile(page: Page, task: string): Locator {
  return page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: task, exact: true }) });
}

/** The mark of a row with unsent work. */
export function unsentMark(within: Locator): Locator {
  return within.getByText(/Saved on this device, not sent yet|Being sent/);
}

export async function openBoard(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('region', { name: 'Board', exact: true })).toBeVisible();
}

/**
 * Signs in at the board's own address, like a person who follows a link; resolves when everything
 * of the account is on the device. The app is loaded once; signing in on the first page and opening
 * the board would load it twice.
 */
export async function signInToBoard(
  page: Page,
  person: Pick<Person, 'email' | 'password'>,
  path: string,
): Promise<void> {
  await signIn(page, person, path);
  await expect(page.getByRole('region', { name: 'Board', exact: true })).toBeVisible();
}

export async function addCard(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Card' }).click();
  await page.getByLabel('Card name').fill(name);
  await page.getByLabel('Card name').press('Enter');
  await expect(column(page, name)).toBeVisible();
  await page.getByLabel('Card name').press('Escape');
}

interface NewTask {
  readonly name: string;
  readonly assignee: string;
  readonly description?: string;
}

/** Opens the whole form of a new task from the menu of its card. */
export async function openAddTask(page: Page, card: string): Promise<Locator> {
  await page.getByRole('button', { name: `Actions for card ${card}` }).click();
  await page.getByRole('menuitem', { name: 'Add Task' }).click();
  return page.getByRole('dialog', { name: 'Add Task' });
}

export async function addTask(page: Page, card: string, task: NewTask): Promise<void> {
  const form = await openAddTask(page, card);
  await form.getByLabel('Task name').fill(task.name);
  await choose(form, 'Priority', 'Medium');
  await choose(form, 'Assign to', task.assignee);
  if (task.description !== undefined) await form.getByLabel('Description').fill(task.description);
  await form.getByRole('button', { name: `Add to ${card}` }).click();
  await expect(form).toBeHidden();
  await expect(
    column(page, card).getByRole('button', { name: task.name, exact: true }),
  ).toBeVisible();
}

/** Opens a task beside the board. */
export async function openTask(page: Page, name: string): Promise<Locator> {
  await tile(page, name).getByRole('button', { name, exact: true }).click();
  const panel = taskPanel(page, name);
  await expect(panel).toBeVisible();
  return panel;
}

export function taskPanel(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name, exact: true });
}

export async function closeTask(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close task' }).click();
}

/** Sends a comment in an open task. */
export async function comment(panel: Locator, text: string): Promise<void> {
  await panel.getByLabel('Write a comment').fill(text);
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: text })).toBeVisible();
}

export async function commentOn(page: Page, task: string, text: string): Promise<void> {
  const panel = await openTask(page, task);
  await comment(panel, text);
  await closeTask(page);
}

/** Changes the description of a task that this person created. */
export async function describe(page: Page, task: string, text: string): Promise<void> {
  const panel = await openTask(page, task);
  await panel.getByRole('button', { name: 'Edit task' }).click();
  const form = page.getByRole('dialog', { name: 'Update Task' });
  await form.getByLabel('Description').fill(text);
  await form.getByRole('button', { name: 'Update task' }).click();
  await expect(taskPanel(page, task)).toContainText(text);
}

/** Moves a task by its menu, without dragging. */
export async function moveByMenu(page: Page, task: string, card: string): Promise<void> {
  await tile(page, task).hover();
  await page.getByRole('button', { name: `Actions for ${task}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Move to...' }).click();
  await page.getByRole('menuitem', { name: card, exact: true }).click();
  await expect(column(page, card).getByRole('button', { name: task, exact: true })).toBeVisible();
}

/** The completion control of a tile, for people who may use it. */
export function tick(page: Page, task: string): Locator {
  return tile(page, task).getByRole('checkbox');
}

/** Clicks the control: its picture lies over the checkbox, which only screen readers and keys reach. */
export async function toggle(page: Page, task: string): Promise<void> {
  await tile(page, task)
    .locator('label')
    .filter({ has: page.getByRole('checkbox') })
    .click();
}

export async function complete(page: Page, task: string): Promise<void> {
  await toggle(page, task);
  await expect(tick(page, task)).toBeChecked();
}

/** The board on the screen at one moment, in the format of `boardAtServer`. */
export function boardOnScreen(page: Page): Promise<BoardPicture> {
  return page.getByRole('region', { name: 'Board', exact: true }).evaluate((board) => {
    const place = (item: Element) => Number(item.getAttribute('aria-posinset'));
    return [...board.querySelectorAll('section')].map((section) => ({
      card: section.querySelector('h2')?.textContent ?? '',
      tasks: [...section.querySelectorAll('li[aria-posinset]')]
        .toSorted((one, other) => place(one) - place(other))
        .map((item) => {
          const done = item.querySelector('[data-state="accepted"]') !== null;
          return `${done ? '✓ ' : ''}${item.querySelector('[data-task-name]')?.textContent ?? ''}`;
        }),
    }));
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
