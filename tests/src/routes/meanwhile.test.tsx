/** What a peer, another device or a later choice does while a form, a gallery or a message is open. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { teamCreate } from '../../../model/mutations/team/team-create.ts';
import { load, open } from './support/app.tsx';
import { createOrganization, freshId } from './support/organization.ts';
import { field, gone } from './support/screen.ts';

test('the form of a team that somebody deletes closes, and adds no other team', async () => {
  const organization = await createOrganization();
  const id = freshId();
  await organization.apply(teamCreate, { id, name: 'Surveyors', members: [] });
  const device = await open(organization, `/organization-info?panel=team&edit=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Edit team' });
  await field('Name', dialog).fill('Field crew');
  await device.loseTeam(id);
  await gone(dialog);
  await gone(page.getByRole('dialog'));
  await load('/organization-info?panel=team');
  await expect
    .element(field('Name', page.getByRole('dialog', { name: 'Add Team' })))
    .toHaveValue('');
});
