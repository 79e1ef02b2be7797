/** The chat: the list of conversations, a conversation with one person, a channel. */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { conversations } from '../../../model/entities/conversation.ts';
import { groupMembers } from '../../../model/entities/group-member.ts';
import { messageMarkId, messageMarks } from '../../../model/entities/message-mark.ts';
import { messages } from '../../../model/entities/message.ts';
import { directScope } from '../../../model/entities/scopes.ts';
import { groupCreate } from '../../../model/mutations/chat/group-create.ts';
import { messageDelete } from '../../../model/mutations/chat/message-delete.ts';
import { messageReact } from '../../../model/mutations/chat/message-react.ts';
import { personSetActive } from '../../../model/mutations/person/person-set-active.ts';
import { expectAccessible } from './support/accessible.ts';
import { load, open } from './support/app.tsx';
import {
  createOrganization,
  freshId,
  type Organization,
  type Person,
} from './support/organization.ts';
import { boxOf, button, expectTexts, file, gone, press, see, settled } from './support/screen.ts';

const box = page.getByLabelText('Message', { exact: true });
const log = page.getByRole('log');
const left = page.getByRole('region', { name: 'Not attached yet' });

const PHOTO = file('photo.jpg', 'A photo', 'image/jpeg');

describe('/chat', () => {
  test('the chat opens with the list of people beside the open conversation, who are found by name', async () => {
    const organization = await createOrganization();
    organization.addPerson('Ben Moor', 'Member');
    organization.addPerson('Mia Stone', 'Member');
    await open(organization, '/chat');
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
  test('the time that a message shows under the pointer covers no word of the messages', async () => {
    const organization = await createOrganization();
    const ben = organization.addPerson('Ben Moor', 'Member');
    const talk = directScope(organization.founder.orgUserId, ben.orgUserId);
    const texts = ['Yes', 'We go over the ford', 'At nine'];
    for (const [index, text] of texts.entries()) {
      message(organization, talk, { by: ben, seq: index + 1, minute: 0, text });
    }
    await open(organization, `/chat/chat-area/${ben.userId}`);
    const first = log.getByRole('article').filter({ hasText: 'Yes' });
    await first.getByText('Yes').hover();
    const time = first.getByRole('time');
    await expect.element(time.element().parentElement).toHaveStyle({ opacity: '1' });
    const [shown] = await settled(async () => [await boxOf(time)]);
    for (const text of texts) {
      const words = await boxOf(log.getByText(text, { exact: true }));
      const isClear =
        (shown?.y ?? 0) >= words.y + words.height ||
        (shown?.y ?? 0) + (shown?.height ?? 0) <= words.y;
      expect(isClear, `clear of ${text}`).toBe(true);
    }
    const area = await boxOf(log);
    expect(shown?.x).toBeGreaterThanOrEqual(area.x);
  });

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

  test('the message field has the focus, and the list shows the newest message', async () => {
    const organization = await createOrganization();
    const ben = organization.addPerson('Ben Moor', 'Member');
    const talk = directScope(organization.founder.orgUserId, ben.orgUserId);
    message(organization, talk, { by: ben, seq: 1, minute: 0, text: 'The **ford** is open' });
    const device = await open(organization, `/chat/chat-area/${ben.userId}`);
    await expect.element(box).toHaveFocus();
    const entry = page.getByRole('complementary').getByRole('link', { name: /Ben Moor/ });
    await expect.element(entry).toMatchTextContent('The ford is open');
    await box.fill('Good');
    await press('Enter', box);
    await expect.element(entry).toMatchTextContent('You: Good');
    await expect.poll(device.outbox).toContain('message-send');
  });

  test('Escape ends a reply and keeps the text and the photo of the conversation (decision 0088)', async () => {
    const { device, place } = await openWithMessage({ by: 'Ben Moor' });
    await device.keepShot('shot', PHOTO, place);
    await load(location.pathname);
    await box.fill('What I typed before');
    await left.getByRole('button', { name: 'Attach' }).click();
    const chip = page.getByRole('button', { name: 'Remove photo.jpg' });
    await see(chip);
    for (const end of ['Escape', 'Cancel reply']) {
      await chooseAction('Reply');
      await see(page.getByText('Reply to Ben Moor'));
      if (end === 'Escape') await press('Escape', box);
      else await page.getByRole('button', { name: end }).click();
      await gone(page.getByText('Reply to Ben Moor'));
      await expect.element(box).toHaveValue('What I typed before');
      await see(chip);
    }
    await press('Enter', box);
    await expect.poll(device.outbox).toContain('message-send');
    expect(await device.outbox()).toContain('file-add');
  });

  test('a chosen file stays attached while another message is edited, and after a reload (decision 0114)', async () => {
    const { device } = await openWithMessage({ by: 'me' });
    const chip = page.getByRole('button', { name: 'Remove map.txt' });
    await page.getByLabelText('Attach a file').first().upload(file('map.txt', 'North is up'));
    await see(chip);
    await chooseAction('Edit');
    await gone(chip);
    await box.fill('Done, and more');
    await press('Enter', box);
    await expect.poll(device.outbox).toContain('message-edit');
    await see(chip);
    expect(await device.outbox()).not.toContain('file-add');
    await load(location.pathname);
    await expect.element(left).toMatchTextContent('“map.txt” was not attached');
    await left.getByRole('button', { name: 'Attach' }).click();
    await see(chip);
    await press('Enter', box);
    await expect.poll(device.outbox).toContain('file-add');
    await load(location.pathname);
    await see(log.getByText('map.txt'));
    await gone(left);
  });

  test('leaving an edit with a changed text asks first, and an unchanged one closes at once', async () => {
    await openWithMessage({ by: 'me' });
    await chooseAction('Edit');
    await press('Escape', box);
    await gone(page.getByText('Editing'));
    await chooseAction('Edit');
    await box.fill('Done, and more');
    await press('Escape', box);
    const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
    await question.getByRole('button', { name: 'Keep writing' }).click();
    await expect.element(box).toHaveValue('Done, and more');
    await page.getByRole('button', { name: 'Cancel editing' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect.element(box).toHaveValue('');
  });

  test('a half-typed edit opens with the conversation, and the draft of the conversation stays', async () => {
    const { device } = await openWithMessage({ by: 'me' });
    await box.fill('A new message');
    await chooseAction('Edit');
    await box.fill('Done, and more');
    await load(location.pathname);
    await see(page.getByText('Editing'));
    await expect.element(box).toHaveValue('Done, and more');
    await press('Enter', box);
    await expect.poll(device.outbox).toEqual(['message-edit']);
    await see(log.getByText('Done, and more'));
    await gone(page.getByText('Editing'));
    await expect.element(box).toHaveValue('A new message');
    await load(location.pathname);
    await expect.element(box).toHaveValue('A new message');
    await gone(page.getByText('Editing'));
  });

  test('a half-typed edit of a message that was deleted does not open', async () => {
    const { device, organization, id } = await openWithMessage({ by: 'me' });
    await box.fill('A new message');
    await chooseAction('Edit');
    await box.fill('Done, and more');
    await organization.apply(messageDelete, { id });
    await device.receive();
    await see(log.getByText('This message was deleted'));
    await load(location.pathname);
    await see(log.getByText('This message was deleted'));
    await expect.element(box).toHaveValue('A new message');
    await gone(page.getByText('Editing'));
  });

  test('an edited text that was not sent is marked as such, although the former text was seen', async () => {
    const { organization, ben, place } = await openWithMessage({ by: 'me' });
    const scope = place.slice('chat:'.length);
    organization.put(messageMarks, {
      id: messageMarkId(scope, ben.orgUserId),
      scope,
      v: 1,
      organization_user: ben.orgUserId,
      seen: 1,
      delivered: 1,
      back: 0,
    });
    const device = await open(organization, location.pathname);
    await see(button('Seen by Ben Moor', log));
    await chooseAction('Edit');
    await box.fill('Done, and more');
    await press('Enter', box);
    await see(log.getByText('Done, and more'));
    await see(button('On this device', log));
    await gone(button('Seen by Ben Moor', log));
    await expect.poll(device.outbox).toContain('message-edit');
  });

  test('messages of one sender within minutes have one time', async () => {
    const organization = await createOrganization();
    const ben = organization.addPerson('Ben Moor', 'Member');
    const talk = directScope(organization.founder.orgUserId, ben.orgUserId);
    message(organization, talk, { by: ben, seq: 1, minute: 0, text: 'One' });
    message(organization, talk, { by: ben, seq: 2, minute: 1, text: 'Two' });
    message(organization, talk, { by: ben, seq: 3, minute: 20, text: 'Three' });
    await open(organization, `/chat/chat-area/${ben.userId}`);
    const times = log.getByRole('article').getByRole('time');
    await expect.element(times).toHaveLength(3);
    const opacities = times.elements().map((time) => {
      const foot = time.parentElement;
      return foot === null ? '' : getComputedStyle(foot).opacity;
    });
    expect(opacities).toEqual(['0', '1', '1']);
  });

  test('a reaction is added, taken back, and shows who reacted', async () => {
    const organization = await createOrganization();
    const ben = organization.addPerson('Ben Moor', 'Member');
    const talk = directScope(organization.founder.orgUserId, ben.orgUserId);
    const id = message(organization, talk, { by: ben, seq: 1, minute: 0, text: 'Done' });
    const device = await open(organization, `/chat/chat-area/${ben.userId}`);
    const article = log.getByRole('article');
    await article.getByRole('button', { name: 'React to this message' }).click();
    await page.getByRole('button', { name: 'Thumbs up' }).click();
    const own = article.getByRole('list', { name: 'Reactions' }).getByRole('button');
    await expect.element(own).toHaveAccessibleName(/👍.*1.*by You$/);
    await expect.element(own).toHaveAttribute('aria-pressed', 'true');
    await organization.apply(messageReact, { id, emoji: '👍', on: true }, ben);
    await device.receive();
    await expect.element(own).toHaveAccessibleName(/👍.*2.*by Ben Moor, You$/);
    await expectAccessible('reactions');
    await own.click();
    await expect.element(own).toHaveAccessibleName(/👍.*1.*by Ben Moor$/);
  });

  test('a muted conversation is not in the bell', async () => {
    const organization = await createOrganization();
    const ben = organization.addPerson('Ben Moor', 'Member');
    const mia = organization.addPerson('Mia Stone', 'Member');
    const me = organization.founder.orgUserId;
    message(organization, directScope(me, mia.orgUserId), {
      by: mia,
      seq: 1,
      minute: 0,
      text: 'A',
    });
    await open(organization, `/chat/chat-area/${ben.userId}`);
    const bell = page.getByRole('button', { name: /^Notifications/ });
    await expect.element(bell).toHaveAccessibleName('Notifications, 1 unread');
    await bell.click();
    const inbox = page.getByRole('dialog', { name: 'Notifications' });
    await inbox.getByRole('button', { name: 'More for Mia Stone' }).click();
    await page.getByRole('menuitem', { name: 'Mute this conversation' }).click();
    await expect.element(bell).toHaveAccessibleName('Notifications');
    await inbox.getByRole('button', { name: 'Unmute Mia Stone' }).click();
    await expect.element(bell).toHaveAccessibleName('Notifications, 1 unread');
  });

  test('an unknown person is reported', async () => {
    await open(await createOrganization(), '/chat/chat-area/1');
    await see(page.getByText('There is no such person in this organisation'));
  });
});

describe('/chat/group/$id', () => {
  test('the list shows the open channel although many people are above it', async () => {
    const organization = await createOrganization();
    for (let n = 1; n <= 30; n += 1) organization.addPerson(`Person ${n}`, 'Member');
    const id = freshId();
    await organization.apply(groupCreate, { id, name: 'Ridge', members: [] });
    await open(organization, `/chat/users-list?channel=${id}`);
    const list = page.getByRole('complementary', { name: 'Conversations' });
    const entry = list.getByRole('link', { name: 'Ridge' });
    await see(entry);
    await expect
      .poll(async () => {
        const [inner, outer] = [await boxOf(entry), await boxOf(list)];
        return inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
      })
      .toBe(true);
  });

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

  test('the undo of a removal leaves unread what was unread for the member', async () => {
    const organization = await createOrganization();
    const ben = organization.addPerson('Ben Moor', 'Member');
    const id = freshId();
    await organization.apply(groupCreate, { id, name: 'Ridge', members: [ben.orgUserId] });
    const device = await open(organization, `/chat/users-list?channel=${id}`);
    await page.getByRole('button', { name: 'Add Team Member' }).click();
    const list = page.getByRole('list', { name: 'Members of this channel' });
    const member = list.getByRole('listitem').filter({ hasText: 'Ben Moor' });
    await member.getByRole('button', { name: 'Remove Ben Moor' }).click();
    await gone(member);
    await press('Control+z');
    await see(member);
    const members = await device.rows(groupMembers);
    const his = members.find(({ organization_user: person }) => person === ben.orgUserId);
    expect(his?.since).toBe(0);
  });

  test('leaving a channel that nobody else can read asks with that consequence', async () => {
    const organization = await createOrganization();
    const ben = organization.addPerson('Ben Moor', 'Member');
    const mia = organization.addPerson('Mia Stone', 'Member');
    const [ridge, ford] = [freshId(), freshId()];
    const withBen = { id: ridge, name: 'Ridge', members: [ben.orgUserId] };
    await organization.apply(groupCreate, withBen);
    await organization.apply(groupCreate, { id: ford, name: 'Ford', members: [mia.orgUserId] });
    await organization.apply(personSetActive, { id: mia.orgUserId, active: false });
    await open(organization, `/chat/users-list?channel=${ridge}`);
    const leave = page.getByRole('button', { name: 'Leave channel' });
    await page.getByRole('button', { name: 'Add Team Member' }).click();
    await leave.click();
    await see(page.getByRole('alertdialog').getByText('A member can add you again.'));
    await load(`/chat/users-list?channel=${ford}`);
    await page.getByRole('button', { name: 'Add Team Member' }).click();
    await leave.click();
    await see(page.getByRole('alertdialog').getByText('Nobody else can read this channel.'));
  });

  test('a channel without the person is reported as missing', async () => {
    await open(await createOrganization(), '/chat/group/1');
    await see(page.getByText('There is no such channel, or you are not a member of it'));
  });
});

/** The conversation with Ben on this device, with one message. */
async function openWithMessage({ by }: { readonly by: 'me' | 'Ben Moor' }) {
  const organization = await createOrganization();
  const ben = organization.addPerson('Ben Moor', 'Member');
  const place = directScope(organization.founder.orgUserId, ben.orgUserId);
  const author = by === 'me' ? organization.founder : ben;
  const id = message(organization, place, { by: author, seq: 1, minute: 0, text: 'Done' });
  const device = await open(organization, `/chat/chat-area/${ben.userId}`);
  return { organization, ben, id, device, place: `chat:${place}` };
}

async function chooseAction(name: 'Edit' | 'Reply'): Promise<void> {
  await log.getByRole('article').getByRole('button', { name: 'Actions for this message' }).click();
  await page.getByRole('menuitem', { name }).click();
}

interface Written {
  readonly by: Person;
  readonly seq: number;
  /** Minutes after the first message. */
  readonly minute: number;
  readonly text: string;
}

/** A numbered message of a conversation, and the conversation; returns the message's id. */
function message(organization: Organization, talk: string, written: Written): string {
  const { by, seq, minute, text } = written;
  const id = freshId();
  const at = new Date(Date.parse('2026-03-04T10:00:00Z') + minute * 60_000).toISOString();
  organization.put(messages, {
    id,
    scope: talk,
    v: 1,
    seq,
    author: by.orgUserId,
    text,
    reply_to: null,
    attachment: null,
    edited: false,
    deleted: false,
    reactions: {},
    created_at: at,
  });
  const [low, high] = [organization.founder.orgUserId, by.orgUserId];
  organization.put(conversations, {
    id: talk,
    scope: talk,
    v: 1,
    last_seq: seq,
    last_at: at,
    low,
    high,
  });
  return id;
}
