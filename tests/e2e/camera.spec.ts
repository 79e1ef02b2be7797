/** Photos in a row with the camera of the page, without a network: into a task, a comment, a message and a subtask. */
import { openTask, signInToBoard } from './support/board.ts';
import { expectDownloaded } from './support/app.ts';
import { HEADLESS_SHELL } from './support/browsers.ts';
import { makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';
import type { Page } from '@playwright/test';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const { launchOptions } = HEADLESS_SHELL;

test.use({
  launchOptions: {
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  },
});

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
