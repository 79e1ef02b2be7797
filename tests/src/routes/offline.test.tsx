/** What a device has without a network. */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { open } from './support/app.tsx';
import { createOrganization } from './support/organization.ts';
import { heading, see } from './support/screen.ts';

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
});
