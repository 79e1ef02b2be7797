/** The Todo panel, and the todos on the server. */
import { expect, type Page } from '@playwright/test';
import { expectOk, type RestPeer } from './rest-peer.ts';

/** Opens the panel if it is closed; resolves when each todo is on the screen. */
export async function addTodos(page: Page, ...names: readonly string[]): Promise<void> {
  const panel = page.getByRole('dialog', { name: /^Todo/ });
  if (!(await panel.isVisible())) {
    await page.getByRole('button', { name: 'Add a task, todo or note' }).click();
    await page.getByRole('menuitem', { name: 'Todo' }).click();
  }
  for (const name of names) {
    await panel.getByLabel('New task name').fill(name);
    await panel.getByLabel('New task name').press('Enter');
    await expect(panel.getByRole('button', { name, exact: true })).toBeVisible();
  }
}

/** Names, in alphabetical order. */
export async function todosAtServer(peer: RestPeer): Promise<readonly string[]> {
  const answer = await expectOk(peer.get('todo-task/list/'));
  return answer.body.data.map(({ name }: { readonly name: string }) => name).toSorted();
}
