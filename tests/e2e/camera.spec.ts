/** Photos in a row with the camera of the page, without a network: into a task, a comment, a message and a subtask. */
import { openTask, signInToBoard } from './support/board.ts';
import { expectDownloaded, signOutFromMenu } from './support/app.ts';
import { PHONE, playedDevices } from './support/media.ts';
import { makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';
import type { Locator, Page } from '@playwright/test';

test.use(playedDevices());

test('photos taken offline reach others with the time of their shots', async ({
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
  await files.getByRole('button', { name: 'Take photo' }).click();
  const camera = phone.page.getByRole('dialog', { name: 'Camera' });
  const photos = camera.getByRole('list', { name: 'Photos' }).getByRole('listitem');
  const shutter = camera.getByRole('button', { name: 'Take a photo' });
  for (const count of [1, 2, 3]) {
    await shutter.click();
    await expect(photos).toHaveCount(count);
  }
  await camera.getByRole('button', { name: 'Remove photo 2' }).click();
  await expect(photos).toHaveCount(2);
  // Escape does not throw the photos away without a question.
  await phone.page.keyboard.press('Escape');
  await phone.page.getByRole('button', { name: 'Keep taking photos' }).click();
  await camera.getByRole('button', { name: 'Attach 2' }).click();
  await expect(camera).toBeHidden();
  await expect(files.getByRole('listitem')).toHaveCount(2);
  await expect(files).toContainText('Waits for its upload');

  await panel.getByLabel('Write a comment').fill('The rope is worn');
  await takeOne(phone.page, panel.getByRole('button', { name: 'Take photo' }).last());
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(panel.getByRole('button', { name: /^Maximise Photo/ })).toBeVisible();
  phone.network.heal();
  await expectDownloaded(phone.page);

  const other = await newDevice();
  await signInToBoard(other.page, ben.person, project.path);
  const theirs = await openTask(other.page, 'Survey the well');
  await expect(theirs.getByText(/Taken .+ · /)).toBeVisible();
  await theirs
    .getByRole('region', { name: /^Files/ })
    .getByTitle(/^Photo/)
    .first()
    .click();
  const gallery = other.page.getByRole('dialog', { name: /^File 1 of 2: Photo/ });
  await expect(gallery).toContainText(/Taken .+, by the clock of the device/);
  const shown = gallery.getByRole('img', { name: /^Photo/ });
  // The first shot shows what the camera saw, not the black before its first picture.
  await expect.poll(() => shown.evaluate(greenOf)).toBeGreaterThan(60);
});

test('a photo becomes the document of a subtask and the attachment of a message', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Manager');
  const project = await makeProject(founder, { cards: { 'To do': ['Survey the well'] } });
  const phone = await newDevice(PHONE);
  await signInToBoard(phone.page, founder.person, project.path);
  phone.network.cut();
  const panel = await openTask(phone.page, 'Survey the well');
  const { origin, pathname, searchParams } = new URL(phone.page.url());
  await phone.page.goto(`${origin}${pathname}?task=${searchParams.get('task')}&subtask=new`);
  const form = phone.page.getByRole('dialog', { name: 'Create New Subtask' });
  await form.getByLabel('Subtask name').fill('Look at the rope');
  await takeOne(phone.page, form.getByRole('button', { name: 'Take photo' }));
  await expect(form.getByRole('button', { name: /^Remove Photo/ })).toBeVisible();
  await form.getByRole('button', { name: 'Add subtask' }).click();
  await expect(form).toBeHidden();
  await expect(panel.getByRole('button', { name: 'Look at the rope', exact: true })).toBeVisible();

  await phone.page.goto(`${origin}/chat/chat-area/${ben.person.orgUserId}`);
  await takeOne(phone.page, phone.page.getByRole('button', { name: 'Take photo' }));
  await phone.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(phone.page.getByRole('button', { name: /^Maximise Photo/ })).toBeVisible();
  phone.network.heal();
  await expectDownloaded(phone.page);
});

test('signing out without a network asks about a photo that is not attached', async ({
  newDevice,
  organization,
}, info) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Survey the well'] } });
  const phone = await newDevice(PHONE);
  await signInToBoard(phone.page, founder.person, project.path);
  await openTask(phone.page, 'Survey the well');
  const address = phone.page.url();
  phone.network.cut();
  await shoot(await openCamera(phone.page), 1);
  const page = await reopened(phone.page, address);
  const offered = page.getByRole('region', { name: 'Not attached yet' });
  await expect(offered).toContainText('1 photo was not attached');
  await page.goto('/home-view');
  await signOutFromMenu(page);
  const question = page.getByRole('alertdialog', { name: '1 file is not attached' });
  await expect(question).toContainText('Signing out removes it from this device.');
  await page.screenshot({ path: info.outputPath('question-390.png') });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.screenshot({ path: info.outputPath('question-1440.png') });
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await page.goto(address);
  await expect(offered).toContainText('1 photo was not attached');
  await page.goto('/home-view');
  await signOutFromMenu(page);
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('photos that were not attached when the tab was killed are offered again', async ({
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
  await openTask(phone.page, 'Survey the well');
  const address = phone.page.url();
  const camera = await openCamera(phone.page);
  await shoot(camera, 2);
  const second = await reopened(phone.page, address);
  const offered = second.getByRole('region', { name: 'Not attached yet' });
  await expect(offered.first()).toContainText('2 photos were not attached');

  // The camera of the same place continues with them.
  const again = await openCamera(second);
  await expect(photosOf(again)).toHaveCount(2);
  await again.getByRole('button', { name: 'Take a photo' }).click();
  await expect(photosOf(again)).toHaveCount(3);
  await again.getByRole('button', { name: 'Remove photo 1' }).click();
  await expect(photosOf(again)).toHaveCount(2);
  const third = await reopened(second, address);
  const left = third.getByRole('region', { name: 'Not attached yet' });
  await expect(left).toContainText('2 photos were not attached');
  await left.getByRole('button', { name: 'Attach' }).click();
  const files = third.getByRole('region', { name: /^Files/ });
  await expect(files.getByRole('listitem')).toHaveCount(2);
  await expect(left).toBeHidden();

  // A photo that a comment has and that is not sent yet is not attached either.
  await takeOne(third, third.getByRole('button', { name: 'Take photo' }).last());
  const fourth = await reopened(third, address);
  const comment = fourth.getByRole('region', { name: 'Not attached yet' });
  await expect(comment).toContainText('1 photo was not attached');
  await comment.getByRole('button', { name: 'Attach' }).click();
  await expect(comment).toBeHidden();
  await fourth.getByLabel('Write a comment').fill('The rope is worn');
  await fourth.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(fourth.getByRole('button', { name: /^Maximise Photo/ })).toBeVisible();

  await shoot(await openCamera(fourth), 1);
  const fifth = await reopened(fourth, address);
  const unwanted = fifth.getByRole('region', { name: 'Not attached yet' });
  await unwanted.getByRole('button', { name: 'Discard' }).click();
  await fifth.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(unwanted).toBeHidden();
  const sixth = await reopened(fifth, address);
  await expect(sixth.getByRole('region', { name: /^Files/ }).getByRole('listitem')).toHaveCount(2);
  await expect(sixth.getByRole('region', { name: 'Not attached yet' })).toBeHidden();
  phone.network.heal();
  await expectDownloaded(sixth);

  const other = await newDevice();
  await signInToBoard(other.page, ben.person, project.path);
  const theirs = await openTask(other.page, 'Survey the well');
  await expect(theirs.getByRole('region', { name: /^Files/ }).getByTitle(/^Photo/)).toHaveCount(2);
  await expect(theirs.getByRole('button', { name: /^Maximise Photo/ })).toBeVisible();
});

/** Closes the tab and opens the address in a new one of the same browser. */
async function reopened(page: Page, address: string): Promise<Page> {
  const context = page.context();
  await page.close();
  const next = await context.newPage();
  await next.goto(address);
  await expect(next.getByRole('region', { name: /^Files/ })).toBeVisible();
  return next;
}

async function openCamera(page: Page): Promise<Locator> {
  const files = page.getByRole('region', { name: /^Files/ });
  await files.getByRole('button', { name: 'Take photo' }).click();
  return page.getByRole('dialog', { name: 'Camera' });
}

function photosOf(camera: Locator): Locator {
  return camera.getByRole('list', { name: 'Photos' }).getByRole('listitem');
}

async function shoot(camera: Locator, count: number): Promise<void> {
  for (let taken = 1; taken <= count; taken += 1) {
    await camera.getByRole('button', { name: 'Take a photo' }).click();
    await expect(photosOf(camera)).toHaveCount(taken);
  }
}

async function takeOne(page: Page, button: ReturnType<Page['getByRole']>): Promise<void> {
  await button.click();
  const camera = page.getByRole('dialog', { name: 'Camera' });
  const shutter = camera.getByRole('button', { name: 'Take a photo' });
  await shutter.click();
  await expect(camera.getByRole('list', { name: 'Photos' }).getByRole('listitem')).toHaveCount(1);
  // A comment, a message or a document has one file.
  await expect(shutter).toBeDisabled();
  await camera.getByRole('button', { name: 'Attach', exact: true }).click();
  await expect(camera).toBeHidden();
}

/** Green part of the middle of a picture, 0 to 255; Chromium's camera shows a green one. */
function greenOf(img: Element): number {
  if (!(img instanceof HTMLImageElement) || img.naturalWidth === 0) return 0;
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d');
  context?.drawImage(img, 0, 0, 1, 1);
  return context?.getImageData(0, 0, 1, 1).data[1] ?? 0;
}
