/** What a device has without a network. */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import { open } from './support/app.tsx';
import { createOrganization } from './support/organization.ts';
import { accessibleDescription, button, heading, see } from './support/screen.ts';

describe('/ready-for-offline', () => {
  test('each project has its counts; the room for files can be changed', async () => {
    const organization = await createOrganization();
    await organization.makeProject({ name: 'Ridge', cards: { 'To do': ['Rope', 'Pegs'] } });
    await open(organization, '/ready-for-offline');
    await see(heading('Ready for offline'));
    const ridge = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ridge' });
    await see(ridge.getByText('2 tasks, 0 comments'));
    await see(ridge.getByText('No files'));
    const room = page.getByRole('combobox', { name: 'At most' });
    await room.selectOptions('500 MB');
    await expect.element(room).toHaveValue('500000000');
  });

  test('a passphrase of a snapshot must be long, not guessed first, and typed twice alike', async () => {
    await open(await createOrganization(), '/ready-for-offline');
    await button('Save a snapshot').click();
    const passphrase = page.getByLabelText('Passphrase', { exact: true });
    const again = page.getByLabelText('Repeat the passphrase');
    await passphrase.fill('short');
    await again.fill('shorter');
    await button('Save the file').click();
    await see(page.getByText('The two passphrases differ'));
    await expect.poll(() => accessibleDescription(passphrase)).toContain('At least 12 characters');
    await passphrase.fill('passwordpassword');
    await again.fill('passwordpassword');
    await button('Save the file').click();
    await see(page.getByRole('alert').getByText(/guessed first/));
    await passphrase.fill('four quiet herons wade');
    await see(page.getByText('Strength: good'));
    await expectAccessible('Save a snapshot');
  });
});
