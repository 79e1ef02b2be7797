/** The screen of webhooks: an administrator sets one up, follows its deliveries, and ends it. */
import { startServer } from '../support/start-server.ts';
import { sign, startReceiver } from '../support/webhook-receiver.ts';
import { signIn } from './support/app.ts';
import { foundOrganization } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

test('an administrator sets up a webhook, sees a failure, sends again, replaces the secret, deletes it', async ({
  browser,
}) => {
  const receiver = await startReceiver();
  const server = await startServer({ env: { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' } });
  const organization = await foundOrganization(server, 'Ada Field');
  const { founder } = organization;
  const manager = await organization.addPerson('Max Hill', 'Manager');
  const page = await browser.newPage({ baseURL: server.url });
  try {
    await signIn(page, founder.person, '/organization-info');
    await page.getByRole('tab', { name: 'Programs' }).click();
    const section = page.getByRole('region', { name: 'Webhooks' });
    const secretField = section.getByLabel('Secret of the webhook');

    await section.getByRole('button', { name: 'Add a webhook' }).click();
    const form = section.getByLabel('Address', { exact: true });
    await expect(form).toBeFocused();
    await form.fill('http://hooks.example.org/x');
    await test.step('a half-typed address survives a reload, and is discarded after a question only', async () => {
      const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
      await page.reload();
      await section.getByRole('button', { name: 'Add a webhook' }).click();
      await expect(form).toHaveValue('http://hooks.example.org/x');
      await section.getByRole('button', { name: 'Cancel' }).click();
      await question.getByRole('button', { name: 'Keep writing' }).click();
      await expect(form).toHaveValue('http://hooks.example.org/x');
      await section.getByRole('button', { name: 'Cancel' }).click();
      await question.getByRole('button', { name: 'Discard' }).click();
      await section.getByRole('button', { name: 'Add a webhook' }).click();
      await expect(form).toHaveValue('');
      await form.fill('http://hooks.example.org/x');
    });
    await section.getByRole('button', { name: 'Create the webhook' }).click();
    await expect(section.getByRole('alert')).toHaveText(
      'The address of a webhook begins with https://',
    );
    await form.fill(receiver.url);
    await section.getByRole('combobox', { name: 'Kinds of changes' }).fill('workspace-cr');
    await page.getByRole('option', { name: 'workspace-create' }).click();
    await page.keyboard.press('Escape');
    await section.getByRole('button', { name: 'Create the webhook' }).click();
    const first = await secretField.inputValue();
    expect(first).toMatch(/^whsec_/);
    await section.getByRole('button', { name: 'Close' }).click();

    await section.getByRole('button', { name: 'Add a webhook' }).click();
    await expect(form).toHaveValue('');
    await section.getByRole('button', { name: 'Cancel' }).click();

    const row = section.getByRole('listitem').filter({ hasText: receiver.url });
    await expect(row).toContainText('Nothing sent yet');
    await expect(row).toContainText('workspace-create');
    receiver.respond(503);
    await founder.post('workspace/create/', { name: 'Harbour', desc: '' });
    await expect.poll(() => receiver.received.length).toBe(1);
    await row.getByRole('button', { name: 'Deliveries of' }).click();
    const delivery = row.getByRole('list', { name: 'Deliveries, newest first' });
    await expect(async () => {
      await row.getByRole('button', { name: 'Refresh' }).click();
      await expect(delivery).toContainText('Waiting (503)', { timeout: 500 });
    }).toPass();
    await expect(delivery).toContainText(/1 attempt · Next attempt/);
    await delivery.getByText('Body').click();
    await expect(delivery).toContainText('"kind": "workspace-create"');

    await test.step('the queue sends it after the pause, and a replay sends it once more', async () => {
      receiver.respond(204);
      await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(2);
      await expect(async () => {
        await row.getByRole('button', { name: 'Refresh' }).click();
        await expect(delivery).toContainText('Delivered (204)', { timeout: 500 });
      }).toPass();
      await delivery.getByRole('button', { name: /^Send workspace-create of/ }).click();
      await expect.poll(() => receiver.received.length).toBe(3);
      expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
      for (const one of receiver.received) expect(one.signatures).toEqual([sign(first, one)]);
    });

    await test.step('a replaced secret signs beside the new one', async () => {
      await row.getByRole('button', { name: 'Actions for' }).click();
      await page.getByRole('menuitem', { name: 'New secret' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click();
      await expect(section.getByText('The secret has been replaced')).toBeVisible();
      const second = await secretField.inputValue();
      expect(second).not.toBe(first);
      await section.getByRole('button', { name: 'Close' }).click();
      await expect(row).toContainText('Signed with the former secret too until');
      await founder.post('workspace/create/', { name: 'Quarry', desc: '' });
      await expect.poll(() => receiver.received.length).toBe(4);
      const last = receiver.received[3];
      expect(last?.signatures).toEqual(
        last === undefined ? [] : [sign(second, last), sign(first, last)],
      );
    });

    await test.step('a webhook that is off sends nothing; a deleted one is gone', async () => {
      await row.getByRole('button', { name: 'Actions for' }).click();
      await page.getByRole('menuitem', { name: 'Switch off' }).click();
      await expect(section.getByText('The webhook is off')).toBeVisible();
      await founder.post('workspace/create/', { name: 'Meadow', desc: '' });
      await row.getByRole('button', { name: 'Actions for' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const dialog = page.getByRole('alertdialog');
      await dialog.getByRole('button', { name: 'Delete the webhook' }).click();
      await expect(section.getByText('No webhooks yet')).toBeVisible();
      expect(receiver.received).toHaveLength(4);
    });

    await test.step('without the server the screen says why it has no list', async () => {
      await page.goto('/organization-info?tab=programs');
      await expect(section.getByText('No webhooks yet')).toBeVisible();
      await page.context().setOffline(true);
      await page.reload();
      await expect(section.getByText('You are offline')).toBeVisible();
      await page.context().setOffline(false);
      await expect(section.getByText('No webhooks yet')).toBeVisible();
    });

    await test.step('level 2 has no such tab', async () => {
      const theirs = await browser.newPage({ baseURL: server.url });
      await signIn(theirs, manager.person, '/organization-info?tab=programs');
      await expect(theirs.getByRole('tab', { name: 'Security' })).toBeVisible();
      await expect(theirs.getByRole('tab', { name: 'Programs' })).toHaveCount(0);
      await theirs.close();
    });
  } finally {
    await page.close();
    await server.stop();
    receiver.close();
  }
});
