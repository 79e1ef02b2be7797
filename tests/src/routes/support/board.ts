/** Actions on a board and in the frame around it, by the names that people read on the screen. */
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { cards } from '../../../../model/entities/card.ts';
import type { Entity, RawRow } from '../../../../model/entities/define-entity.ts';
import { tasks } from '../../../../model/entities/task.ts';
import { compareRanked, type Ranked } from '../../../../model/shared/rank.ts';
import { load } from './app.tsx';
import type { Device } from './device.ts';
import { choose, field, see } from './screen.ts';

export function column(card: string): Locator {
  return page.getByRole('region', { name: new RegExp(`^${escaped(card)}, \\d+ tasks?$`) });
}

export function tile(task: string): Locator {
  return page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: task, exact: true }) });
}

export async function openBoard(path: string): Promise<void> {
  await load(path);
  await see(page.getByRole('region', { name: 'Board', exact: true }));
}

/** Opens a task beside the board. */
export async function openTask(name: string): Promise<Locator> {
  await tile(name).getByRole('button', { name, exact: true }).click();
  const panel = taskPanel(name);
  await see(panel);
  return panel;
}

export function taskPanel(name: string): Locator {
  return page.getByRole('dialog', { name, exact: true });
}

/** Sends a comment in an open task. */
export async function comment(panel: Locator, text: string): Promise<void> {
  await field('Write a comment', panel).fill(text);
  await panel.getByRole('button', { name: 'Send' }).click();
  await see(panel.getByRole('listitem').filter({ hasText: text }));
}

/** Moves a task by its menu, without dragging. */
export async function moveByMenu(task: string, card: string): Promise<void> {
  await tile(task).hover();
  await page.getByRole('button', { name: `Actions for ${task}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Move to...' }).click();
  await page.getByRole('menuitem', { name: card, exact: true }).click();
  await see(column(card).getByRole('button', { name: task, exact: true }));
}

/** The completion control of a tile, for people who may use it. */
export function tick(task: string): Locator {
  return tile(task).getByRole('checkbox');
}

/** Clicks the control: its picture lies over the checkbox, which only screen readers and keys reach. */
export async function toggle(task: string): Promise<void> {
  await tile(task)
    .css('label')
    .filter({ has: page.getByRole('checkbox') })
    .click();
}

/** Card names with the names of their tasks in order; a completed task has a tick. */
export type BoardPicture = readonly { readonly card: string; readonly tasks: readonly string[] }[];

/** The board on the screen at one moment. */
export function boardOnScreen(): BoardPicture {
  const place = (item: Element) => Number(item.getAttribute('aria-posinset'));
  const board = page.getByRole('region', { name: 'Board', exact: true }).query();
  return [...(board?.querySelectorAll('section') ?? [])].map((section) => ({
    card: section.querySelector('h2')?.textContent ?? '',
    tasks: [...section.querySelectorAll('li[aria-posinset]')]
      .toSorted((one, other) => place(one) - place(other))
      .map((item) => {
        const done = item.querySelector('[data-state="accepted"]') !== null;
        return `${done ? '✓ ' : ''}${item.querySelector('[data-task-name]')?.textContent ?? ''}`;
      }),
  }));
}

/** The board that the server will have once it has accepted what waits on the device. */
export async function boardAfterSync(device: Device, project: string): Promise<BoardPicture> {
  const rows = await device.rowsAfterSync();
  const inOrder = <Row extends Ranked & RawRow>(entity: Entity<Row>) =>
    (rows.get(entity.table) ?? []).map((row) => entity.parse(row)).toSorted(compareRanked);
  return inOrder(cards)
    .filter((card) => card.project === project && card.status)
    .map((card) => ({
      card: card.name,
      tasks: inOrder(tasks)
        .filter((task) => task.card === card.id && task.status)
        .map((task) => `${task.is_completed ? '✓ ' : ''}${task.name}`),
    }));
}

export async function expectBoard(picture: BoardPicture): Promise<void> {
  await expect.poll(boardOnScreen).toEqual(picture);
}

interface NewTask {
  readonly name: string;
  readonly assignee: string;
}

/** Opens the whole form of a new task from the menu of its card. */
export async function openAddTask(card: string): Promise<Locator> {
  await page.getByRole('button', { name: `Actions for card ${card}` }).click();
  await page.getByRole('menuitem', { name: 'Add Task' }).click();
  return page.getByRole('dialog', { name: 'Add Task' });
}

export async function addTask(card: string, task: NewTask): Promise<void> {
  const form = await openAddTask(card);
  await field('Task name', form).fill(task.name);
  await choose(form, 'Priority', 'Medium');
  await choose(form, 'Assign to', task.assignee);
  await form.getByRole('button', { name: `Add to ${card}` }).click();
  await expect.element(form).toHaveLength(0);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Clicks the box at the start of an option of a picker. */
export async function tickBox(option: Locator): Promise<void> {
  await option.click({ position: { x: 14, y: 18 } });
}
