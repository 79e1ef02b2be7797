/** Voice notes without a network: in a task, a comment and a message, heard by another person. */
import type { Locator, Page } from '@playwright/test';
import { expectDownloaded, expectPill, signIn } from './support/app.ts';
import { openTask, signInToBoard } from './support/board.ts';
import { PHONE, playedDevices } from './support/media.ts';
import { makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

test.use(playedDevices());

test('voice notes recorded offline are heard by others, with their waveform and length', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Manager');
  const project = await makeProject(founder, {
    cards: { 'To do': ['Survey the well'] },
    members: [ben.person],
  });
  const phone = await newDevice(PHONE);
  await signInToBoard(phone.page, founder.person, project.path);
  phone.network.cut();
  const panel = await openTask(phone.page, 'Survey the well');
  const files = panel.getByRole('region', { name: /^Files/ });
  await files.getByRole('button', { name: 'Record voice note' }).click();
  const recorder = phone.page.getByRole('dialog', { name: 'Voice note' });
  await expect(recorder.getByRole('timer')).toHaveText('0:02');
  await recorder.getByRole('button', { name: 'Stop' }).click();
  await play(recorder);
  // Escape does not throw it away without a question.
  await phone.page.keyboard.press('Escape');
  await phone.page.getByRole('button', { name: 'Keep it' }).click();
  await recorder.getByRole('button', { name: 'Attach' }).click();
  await expect(recorder).toBeHidden();
  await expect(files.getByRole('listitem')).toHaveCount(1);
  await expect(files.getByTitle(/^Voice note/)).toContainText('0:02');

  await record(phone.page, panel.getByRole('button', { name: 'Record voice note' }).last());
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  await play(panel.getByRole('figure').filter({ hasText: 'Voice note' }));
  phone.network.heal();
  await expectPill(phone.page, 'Up to date');

  const other = await newDevice();
  await signInToBoard(other.page, ben.person, project.path);
  const theirs = await openTask(other.page, 'Survey the well');
  const note = theirs.getByRole('figure').filter({ hasText: 'Voice note' });
  await play(note);
  // What was heard is on this device.
  other.network.cut();
  await other.page.reload();
  await play(note);
  const position = note.getByRole('slider', { name: /^Position in Voice note/ });
  await position.focus();
  await position.press('ArrowRight');
  await expect(position).toHaveAttribute('aria-valuetext', /^0:01 of 0:0\d$/);
});

test('a voice note is a message, and a recording without a microphone says why', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Manager');
  const project = await makeProject(founder, { cards: { 'To do': ['Survey the well'] } });
  const phone = await newDevice(PHONE);
  await signInToBoard(phone.page, founder.person, project.path);
  const { origin } = new URL(phone.page.url());
  await phone.page.goto(`${origin}/chat/chat-area/${ben.person.orgUserId}`);
  await expect(phone.page.getByRole('button', { name: 'Record voice note' })).toBeVisible();
  phone.network.cut();
  await record(phone.page, phone.page.getByRole('button', { name: 'Record voice note' }));
  await phone.page.getByRole('button', { name: 'Send', exact: true }).click();
  const sent = phone.page.getByRole('article').filter({ hasText: 'Voice note' });
  await play(sent);
  phone.network.heal();
  await expectDownloaded(phone.page);

  const other = await newDevice();
  await signIn(other.page, ben.person, `/chat/chat-area/${founder.person.orgUserId}`);
  await play(other.page.getByRole('article').filter({ hasText: 'Voice note' }));

  await phone.page.evaluate(() => {
    const refuse = async () => {
      throw new DOMException('No', 'NotAllowedError');
    };
    navigator.mediaDevices.getUserMedia = refuse;
  });
  await phone.page.getByRole('button', { name: 'Record voice note' }).click();
  const recorder = phone.page.getByRole('dialog', { name: 'Voice note' });
  await expect(recorder.getByRole('alert')).toContainText('Cairn may not use the microphone');
  await phone.page.keyboard.press('Escape');
  await expect(recorder).toBeHidden();
});

test('a recording is offered again when the tab was killed during it or before it was attached', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Survey the well'] } });
  const phone = await newDevice(PHONE);
  await signInToBoard(phone.page, founder.person, project.path);
  const panel = await openTask(phone.page, 'Survey the well');
  const address = phone.page.url();
  phone.network.cut();
  const taskFiles = panel.getByRole('region', { name: /^Files/ });
  await taskFiles.getByRole('button', { name: 'Record voice note' }).click();
  const recorder = phone.page.getByRole('dialog', { name: 'Voice note' });
  await expect(recorder.getByRole('timer')).toHaveText('0:07', { timeout: 15_000 });
  await phone.page.close();

  const page = await phone.page.context().newPage();
  await page.goto(address);
  const left = page.getByRole('region', { name: 'Not attached yet' });
  await expect(left).toContainText('1 voice note was not attached');
  await left.getByRole('button', { name: 'Attach' }).click();
  const files = page.getByRole('region', { name: /^Files/ });
  await expect(files.getByTitle(/^Voice note/)).toContainText(/0:0\d/);
  await expect(left).toBeHidden();

  await page.getByRole('button', { name: 'Record voice note' }).last().click();
  const second = page.getByRole('dialog', { name: 'Voice note' });
  await expect(second.getByRole('timer')).toHaveText('0:01');
  await second.getByRole('button', { name: 'Stop' }).click();
  await play(second);
  await page.close();
  const last = await phone.page.context().newPage();
  await last.goto(address);
  const note = last.getByRole('region', { name: 'Not attached yet' });
  await note.getByRole('button', { name: 'Attach' }).click();
  await last.getByRole('button', { name: 'Send', exact: true }).click();
  await play(last.getByRole('figure').filter({ hasText: 'Voice note' }));
  await expect(last.getByRole('region', { name: 'Not attached yet' })).toBeHidden();
});

async function record(page: Page, button: Locator): Promise<void> {
  await button.click();
  const recorder = page.getByRole('dialog', { name: 'Voice note' });
  await expect(recorder.getByRole('timer')).toHaveText('0:01');
  await recorder.getByRole('button', { name: 'Stop' }).click();
  await recorder.getByRole('button', { name: 'Attach' }).click();
  await expect(recorder).toBeHidden();
}

/** Plays a voice note until its end: the position moves, and the button plays again. */
async function play(within: Locator): Promise<void> {
  const position = within.getByRole('slider');
  await within.getByRole('button', { name: /^Play/ }).click();
  await expect(within.getByRole('button', { name: /^Pause/ })).toBeVisible();
  await expect.poll(() => position.inputValue()).not.toBe('0');
  await expect(within.getByRole('button', { name: /^Play/ })).toBeVisible();
}
