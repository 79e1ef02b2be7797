/** Decisions about rejected changes: beside their rows and in the outbox panel. */
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { notes } from '../../../model/entities/note.ts';
import { roleLevels } from '../../../model/entities/role-level.ts';
import { noteCreate } from '../../../model/mutations/note/note-create.ts';
import { noteTagCreate } from '../../../model/mutations/note/note-tag-create.ts';
import { personSetActive } from '../../../model/mutations/person/person-set-active.ts';
import { expectAccessible } from './support/accessible.ts';
import { load, open } from './support/app.tsx';
import { comment, openTask } from './support/board.ts';
import { createOrganization, freshId, type Organization } from './support/organization.ts';
import { button, gone, noteCard, openOutbox, press, see } from './support/screen.ts';

const alert = page.getByRole('alertdialog');

test('a rejected comment that a rule still refuses shows the reason, in the task and in the outbox panel', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Rope'] } });
  const device = await open(organization, project.path);
  const panel = await openTask('Rope');
  await comment(panel, 'Twelve metres');
  await device.reject('comment-create');
  withdrawAccess(organization);
  await device.receive();
  const tick = panel.getByLabelText('Completed', { exact: true });
  await expect.element(tick).toHaveAttribute('aria-disabled', 'true');
  const failure = panel.getByRole('region', { name: 'A change was not accepted' });
  await failure.getByRole('button', { name: 'Try again' }).click();
  await see(alert.getByText("You don't have access to send a message"));
  await alert.getByRole('button', { name: 'OK' }).click();
  await see(failure);
  const outbox = await openOutbox();
  await outbox.getByRole('button', { name: 'Try again' }).click();
  await see(alert.getByText("You don't have access to send a message"));
});

test('a rejected message that a rule still refuses shows the reason in the conversation', async () => {
  const organization = await createOrganization();
  const ben = organization.addPerson('Ben Moor', 'Member');
  const device = await open(organization, `/chat/chat-area/${ben.userId}`);
  const box = page.getByLabelText('Message', { exact: true });
  await box.fill('Is the ford open?');
  await press('Enter', box);
  await expect.poll(device.outbox).toEqual(['message-send']);
  await device.reject('message-send');
  await organization.apply(personSetActive, { id: ben.orgUserId, active: false });
  await device.receive();
  const failure = page.getByRole('region', { name: 'A message was not accepted' });
  await failure.getByRole('button', { name: 'Try again' }).click();
  await see(alert.getByText('This person is no longer in the organisation'));
});

test('a text that is edited in the outbox panel survives a closed panel and a reload, until it is sent', async () => {
  const device = await openWithEdit();
  await device.reject('note-edit');
  let outbox = await openOutbox();
  await button('Edit', outbox).click();
  const field = page.getByRole('textbox', { name: 'My text' });
  await field.fill('Rope, pegs and a lamp');
  await button('Close', outbox).click();
  await gone(outbox);
  outbox = await openOutbox();
  await expect.element(field).toHaveValue('Rope, pegs and a lamp');
  await load('/notes-view');
  outbox = await openOutbox();
  await expect.element(field).toHaveValue('Rope, pegs and a lamp');
  await gone(outbox.getByText('Typed, not sent'));
  await button('Send this text', outbox).click();
  await gone(field);
  await expect.element(noteCard('Packing')).toMatchTextContent('Rope, pegs and a lamp');
  await gone(outbox.getByText('Typed, not sent'));
  await device.reject('note-edit');
  await see(button('Edit', outbox));
  await gone(field);
});

test('an edited text whose rejected change is gone is listed', async () => {
  const device = await openWithEdit();
  await device.reject('note-edit');
  let outbox = await openOutbox();
  await button('Edit', outbox).click();
  await outbox.getByRole('textbox', { name: 'My text' }).fill('Rope, pegs and a lamp');
  await button('Close', outbox).click();
  await device.settleRejected();
  outbox = await openOutbox();
  const typed = outbox.getByRole('region', { name: 'Typed, not sent' });
  await see(typed.getByText('Rope, pegs and a lamp'));
});

test('two versions that are put together survive a closed panel, and are not replaced without a question', async () => {
  const device = await openWithEdit();
  await device.reject('note-edit', 'Rope and a lamp');
  const merged = (within: Locator) => within.getByRole('textbox', { name: 'Both together' });
  let outbox = await openOutbox();
  await button('Put them together', outbox).click();
  await merged(outbox).fill('Rope, pegs and a lamp');
  await button('Close', outbox).click();
  await gone(outbox);
  outbox = await openOutbox();
  await expect.element(merged(outbox)).toHaveValue('Rope, pegs and a lamp');
  await expectAccessible('two versions put together');
  await button('Take the other one', outbox).click();
  await alert.getByRole('button', { name: 'Keep writing' }).click();
  await expect.element(merged(outbox)).toHaveValue('Rope, pegs and a lamp');
  await button('Save this text', outbox).click();
  await gone(merged(outbox));
  await expect
    .poll(async () => (await device.rows(notes)).map(({ note }) => note))
    .toEqual(['Rope, pegs and a lamp']);
});

test('two versions that are put together in the outbox are the same text at the note', async () => {
  const device = await openWithEdit();
  await device.reject('note-edit', 'Rope and a lamp');
  const merged = (within: Locator) => within.getByRole('textbox', { name: 'Both together' });
  await see(button('Put them together', noteCard('Packing')));
  const outbox = await openOutbox();
  await button('Put them together', outbox).click();
  await merged(outbox).fill('Rope, pegs and a lamp, merged with care');
  await button('Close', outbox).click();
  await gone(outbox);
  await expect
    .element(merged(noteCard('Packing')))
    .toHaveValue('Rope, pegs and a lamp, merged with care');
  await button('Take the other one', noteCard('Packing')).click();
  await see(alert);
  await button('Keep writing', alert).click();
  await expect
    .element(merged(noteCard('Packing')))
    .toHaveValue('Rope, pegs and a lamp, merged with care');
});

test('two versions of a description name the author of the other one, or the other device of the person', async () => {
  const organization = await createOrganization();
  const mia = organization.addPerson('Mia Stone', 'Member');
  const project = await organization.makeProject({ cards: { 'To do': ['Rope', 'Pegs', 'Lamp'] } });
  const device = await open(organization, project.path);
  const others = { Rope: mia.orgUserId, Pegs: organization.founder.orgUserId, Lamp: undefined };
  const versions: Record<string, Locator> = {};
  for (const [name, author] of Object.entries(others)) {
    const panel = await openTask(name);
    await button('Edit task', panel).click();
    const form = page.getByRole('dialog', { name: 'Update Task' });
    await form.getByLabelText('Description').fill(`${name} of here`);
    await button('Update task', form).click();
    await gone(form);
    await device.reject('task-edit', `${name} of there`, author);
    versions[name] = panel.getByRole('region', { name: 'Two versions of the description' });
    const shown = versions[name];
    if (name === 'Rope') {
      await see(shown.getByText('Mia Stone changed it while your change was being sent.'));
      await see(shown.getByText('From Mia Stone', { exact: true }));
      await see(button('Take the version from Mia Stone', shown));
      await see(button('Keep mine', shown));
    } else if (name === 'Pegs') {
      await see(shown.getByText('From the other device'));
      await see(button('Take the other one', shown));
    } else {
      await see(shown.getByText('Theirs', { exact: true }));
      await see(button('Take theirs', shown));
    }
    await press('Escape');
    await gone(panel);
  }
});

/** A note of which an edit waits. */
async function openWithEdit() {
  const organization = await createOrganization();
  const tags = freshId();
  await organization.apply(noteTagCreate, { id: tags, name: 'trip' });
  await organization.apply(noteCreate, { id: freshId(), title: 'Packing', note: 'Rope', tags });
  const device = await open(organization, '/notes-view');
  const card = noteCard('Packing');
  await button('Edit Packing', card).click();
  await card.getByRole('textbox', { name: 'Description' }).fill('Rope and pegs');
  await button('Save', card).click();
  await expect.poll(device.outbox).toEqual(['note-edit']);
  return device;
}

/** Nobody may add or change anything any more. */
function withdrawAccess(organization: Organization): void {
  for (const row of organization.rows().get(roleLevels.table) ?? []) {
    organization.put(roleLevels, { ...row, post_access: false, patch_access: false });
  }
}
