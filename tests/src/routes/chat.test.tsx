/** The chat: the list of conversations, a conversation with one person, a channel. */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { groupCreate } from '../../../model/mutations/chat/group-create.ts';
import { open } from './support/app.tsx';
import { createOrganization, freshId } from './support/organization.ts';
import { expectTexts, press, see } from './support/screen.ts';

const box = page.getByLabelText('Message', { exact: true });
const log = page.getByRole('log');

describe('/chat', () => {
  test('people are listed beside the open conversation, and found by name', async () => {
    const organization = await createOrganization();
    organization.addPerson('Ben Moor', 'Member');
    organization.addPerson('Mia Stone', 'Member');
    await open(organization, '/chat/users-list');
    const side = page.getByRole('complementary', { name: 'Conversations' });
    await expect.element(side.getByRole('link')).toHaveLength(2);
    await side.getByLabelText('Search Person').fill('mia');
    await expect.element(side.getByRole('link')).toHaveLength(1);
    await side.getByLabelText('Search Person').fill('nobody');
    await see(side.getByText('Nobody has that name'));
  });
});

describe('/chat/users-list', () => {
  test('without a conversation the page says what to choose; alone there is nobody to write to', async () => {
    await open(await createOrganization(), '/chat/users-list');
    await see(page.getByText('Select a user or channel to start chatting.'));
    await see(page.getByText('Nobody else is here yet'));
    await see(page.getByText('No channels yet'));
  });
});

describe('/chat/chat-area/$id', () => {
  test('a message is shown at once and waits on the device', async () => {
    const organization = await createOrganization();
    const ben = organization.addPerson('Ben Moor', 'Member');
    const device = await open(organization, `/chat/chat-area/${ben.userId}`);
    await box.fill('Is the ford open?');
    await press('Enter', box);
    await see(log.getByText('Is the ford open?'));
    await expect.element(box).toHaveValue('');
    await expect.poll(device.outbox).toEqual(['message-send']);
  });

  test('an unknown person is reported', async () => {
    await open(await createOrganization(), '/chat/chat-area/1');
    await see(page.getByText('There is no such person in this organisation'));
  });
});

describe('/chat/group/$id', () => {
  test('a channel of the person takes a message', async () => {
    const organization = await createOrganization();
    const id = freshId();
    await organization.apply(groupCreate, { id, name: 'Ridge', members: [] });
    const device = await open(organization, `/chat/users-list?channel=${id}`);
    await see(page.getByRole('heading', { name: 'Ridge' }));
    await box.fill('Meet at nine');
    await press('Enter', box);
    await expectTexts(log.getByText('Meet at nine'), ['Meet at nine']);
    await expect.poll(device.outbox).toEqual(['message-send']);
  });

  test('a channel without the person is reported as missing', async () => {
    await open(await createOrganization(), '/chat/group/1');
    await see(page.getByText('There is no such channel, or you are not a member of it'));
  });
});
