/** Screens about the organisation: people, roles, projects, all tasks, the own profile and the device. */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { RawRow } from '../../../model/entities/define-entity.ts';
import { orgUsers } from '../../../model/entities/org-user.ts';
import { personSetActive } from '../../../model/mutations/person/person-set-active.ts';
import { load, open } from './support/app.tsx';
import { createOrganization } from './support/organization.ts';
import {
  button,
  choose,
  expectUrl,
  field,
  heading,
  openOutbox,
  pill,
  see,
} from './support/screen.ts';

function roleOf(rows: ReadonlyMap<string, readonly RawRow[]>, id: string) {
  const row = rows.get(orgUsers.table)?.find((one) => one.id === id);
  const { active, user_role } = orgUsers.parse(row);
  return { active, user_role };
}

describe('/organization-info', () => {
  test('people are listed; a level that is added is saved on the device', async () => {
    const organization = await createOrganization();
    organization.addPerson('Mia Stone', 'Member');
    const device = await open(organization, '/organization-info');
    await see(heading('User Management'));
    await see(page.getByRole('table').getByText('Mia Stone'));
    await page.getByRole('tab', { name: 'Permission Level' }).click();
    await expectUrl(/tab=/);
    await page.getByRole('button', { name: 'Add Role Level' }).click();
    const form = page.getByRole('dialog', { name: 'Add Role Level' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Auditor');
    await field('Order', form).fill('7');
    await form.getByRole('textbox', { name: 'Name', exact: true }).click();
    await form.getByRole('button', { name: /^Add/ }).click();
    await see(page.getByRole('table').getByText('Auditor'));
    await expect.poll(device.outbox).toEqual(['role-level-create']);
  });

  test('a person is reactivated with the role that was chosen for them, and Undo reverts both', async () => {
    const organization = await createOrganization();
    const mia = organization.addPerson('Mia Stone', 'Member');
    const role = roleOf(organization.rows(), mia.orgUserId);
    await organization.apply(personSetActive, { id: mia.orgUserId, active: false });
    const device = await open(organization, '/organization-info');
    await button('Actions for Mia Stone').click();
    await page.getByRole('menuitem', { name: 'Edit user' }).click();
    const form = page.getByRole('dialog', { name: 'Edit user' });
    await choose(form, 'Role', 'Manager');
    await form.getByRole('button', { name: 'Reactivate user' }).click();
    await expect.poll(device.outbox).toEqual(['person-set-role', 'person-set-active']);
    const chosen = roleOf(await device.rowsAfterSync(), mia.orgUserId);
    expect(chosen).toMatchObject({ active: true });
    expect(chosen.user_role).not.toBe(role.user_role);
    await button('Undo').click();
    const back = async () => roleOf(await device.rowsAfterSync(), mia.orgUserId);
    await expect.poll(back).toEqual({ active: false, user_role: role.user_role });
  });

  test('tokens and webhooks, which the server alone has, say that it cannot be reached; level 2 has no tab for them', async () => {
    const organization = await createOrganization();
    const max = organization.addPerson('Max Hill', 'Manager');
    await open(organization, '/organization-info?tab=programs');
    await see(page.getByRole('tab', { name: 'Programs', selected: true }));
    for (const name of ['Tokens of the organisation', 'Webhooks']) {
      const section = page.getByRole('region', { name });
      await see(section.getByText('The list could not be read'));
      await see(section.getByRole('button', { name: 'Try again' }));
    }
    await open(organization, '/organization-info?tab=programs', max);
    await see(page.getByRole('tab', { name: 'Users', selected: true }));
    await expect.element(page.getByRole('tab', { name: 'Programs' })).toHaveLength(0);
  });

  test('level 1 sets the months of details without a connection, and sees them after a reload; level 2 has no tab for them', async () => {
    const organization = await createOrganization();
    const max = organization.addPerson('Max Hill', 'Manager');
    const device = await open(organization, '/organization-info?tab=retention');
    const details = page.getByRole('region', { name: 'Details on devices' });
    const months = details.getByLabelText('Details stay on every device for');
    await expect.element(months).toHaveValue('6 months');
    await choose(details, 'Details stay on every device for', '2 years');
    await button('Save').click();
    await see(page.getByText('Details on devices changed'));
    await expect.poll(device.outbox).toEqual(['organization-detail-months']);
    const outbox = await openOutbox();
    await see(outbox.getByText('Change how long details stay on devices'));
    await load('/organization-info?tab=retention');
    await expect.element(months).toHaveValue('2 years');
    await open(organization, '/organization-info?tab=retention', max);
    await see(page.getByRole('tab', { name: 'Users', selected: true }));
    await expect.element(page.getByRole('tab', { name: 'Retention' })).toHaveLength(0);
  });

  test('a member reads that only levels 1 to 3 manage people', async () => {
    const organization = await createOrganization();
    const mia = organization.addPerson('Mia Stone', 'Member');
    await open(organization, '/organization-info', mia);
    await see(page.getByText('Only levels 1 to 3 manage people'));
    await expect.element(page.getByRole('table')).toHaveLength(0);
  });
});

describe('/organization/tasks-details', () => {
  test('every task of the organisation is listed', async () => {
    const organization = await createOrganization();
    await organization.makeProject({ cards: { 'To do': ['Rope', 'Pegs'] } });
    await open(organization, '/organization/tasks-details');
    await see(heading('Overall Task'));
    const table = page.getByRole('table', { name: 'Overall Task' });
    await see(table.getByText('Rope'));
    await see(table.getByText('Pegs'));
  });

  test('without tasks the table is empty', async () => {
    await open(await createOrganization(), '/organization/tasks-details');
    await see(page.getByText('No tasks found !!'));
  });

  test('a member does not see the tasks of the whole organisation', async () => {
    const organization = await createOrganization();
    const mia = organization.addPerson('Mia Stone', 'Member');
    await open(organization, '/organization/tasks-details', mia);
    await see(page.getByText('Only levels 1 to 3 see the tasks of the whole organisation'));
    await expect.element(page.getByRole('table')).toHaveLength(0);
  });
});

describe('/workspace/dashboard', () => {
  test('without a project the first workspace is made here, on the device', async () => {
    const device = await open(await createOrganization(), '/workspace/dashboard');
    await see(heading('Project Details'));
    await see(page.getByText('No Projects Available !!'));
    await button('Add Workspace').first().click();
    const form = page.getByRole('dialog', { name: "Let's build a Workspace" });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Field work');
    await form.getByRole('textbox', { name: 'Name', exact: true }).click();
    await form.getByRole('button', { name: /Create|Add|Save/ }).click();
    await see(page.getByRole('main').getByText('Field work').first());
    await expect.poll(device.outbox).toEqual(['workspace-create']);
  });

  test('projects are listed with their workspace', async () => {
    const organization = await createOrganization();
    await organization.makeProject({ name: 'Ridge trail' });
    await open(organization, '/workspace/dashboard');
    const table = page.getByRole('table', { name: 'Project Details' });
    await see(table.getByRole('link', { name: 'Ridge trail', exact: true }));
    await see(table.getByText('Field work'));
  });

  test('a member adds neither workspace nor project', async () => {
    const organization = await createOrganization();
    const mia = organization.addPerson('Mia Stone', 'Member');
    await open(organization, '/workspace/dashboard', mia);
    await see(page.getByText('Somebody has to add you to a project first.'));
    await expect.element(page.getByRole('button', { name: 'Add Project' })).toHaveLength(0);
    await expect.element(page.getByRole('button', { name: 'Add Workspace' })).toHaveLength(0);
  });
});

describe('/designation', () => {
  test('roles are listed by category', async () => {
    await open(await createOrganization(), '/designation');
    await see(heading('Designations'));
    const rows = page.getByRole('table', { name: 'Designations' }).getByRole('row');
    await expect.element(rows).toHaveLength(5);
    await see(rows.filter({ hasText: 'General' }).filter({ hasText: 'Coordinator' }));
  });
});

describe('/user-info/$user_id', () => {
  test('a member’s role, contact and common tasks are shown', async () => {
    const organization = await createOrganization();
    const mia = organization.addPerson('Mia Stone', 'Member');
    const project = await organization.makeProject({ cards: { 'To do': [] }, members: [mia] });
    const card = project.cards['To do'] ?? '';
    await organization.makeTask({ project: project.id, card, name: 'Rope', assignee: mia });
    await open(organization, `/user-info/${mia.orgUserId}`);
    await see(heading('Mia Stone'));
    await see(page.getByRole('region', { name: 'About' }).getByText(mia.email));
    await see(page.getByRole('table', { name: 'Tasks of Mia Stone' }).getByText('Rope'));
  });

  test('an unknown member is reported', async () => {
    await open(await createOrganization(), '/user-info/1');
    await see(page.getByText('There is no such member'));
  });
});

describe('/profilepage', () => {
  test('calendars, tokens and mails, which the server alone has, say that it cannot be reached', async () => {
    await open(await createOrganization(), '/profilepage');
    await see(heading('Profile'));
    for (const name of ['Calendars', 'Tokens for programs', 'Mails about your work']) {
      const section = page.getByRole('region', { name });
      await see(section.getByText('The server cannot be reached. Try again in a moment.'));
      await see(section.getByRole('button', { name: 'Try again' }));
      await expect.element(section.getByRole('button', { name: 'Create a token' })).toHaveLength(0);
    }
  });

  test('the own name is changed on the device', async () => {
    const device = await open(await createOrganization(), '/profilepage');
    await see(heading('Profile'));
    await field('Full Name').fill('Ada Meadow');
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await see(page.getByText('Profile saved'));
    await expect.poll(device.outbox).toEqual(['profile-edit']);
  });

  test('[RECEIPT-5.2] a person switches off that others see what they have read, offline too', async () => {
    const device = await open(await createOrganization(), '/profilepage');
    const sharing = page.getByRole('switch', { name: 'Let others see what I have read' });
    await expect.element(sharing).toBeChecked();
    await sharing.click();
    await expect.element(sharing).not.toBeChecked();
    await expect.poll(device.outbox).toEqual(['profile-edit']);
  });
});

describe('/testingview', () => {
  test('the diagnostics show the state of the device, and that the server cannot be asked', async () => {
    await open(await createOrganization(), '/testingview');
    await see(heading('Diagnostics'));
    await see(page.getByRole('heading', { name: 'Sync' }));
    await expect.element(pill()).toMatchTextContent('Offline');
    await page.getByRole('button', { name: 'Compare with the server' }).click();
    // Each of several requests waits behind the modules that the pages beside this one load.
    await expect
      .element(page.getByText(/no connection to the server|server cannot be asked now/), {
        timeout: 200_000,
      })
      .toBeVisible();
  });
});
