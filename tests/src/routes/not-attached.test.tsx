/** Photos that a comment or a message has and that are not sent yet: replaced, removed, refused. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { LONG_TEXT_LIMIT } from '../../../model/shared/text.ts';
import { open } from './support/app.tsx';
import { openBoard, openTask } from './support/board.ts';
import { createOrganization } from './support/organization.ts';
import { file, gone, press, see } from './support/screen.ts';

const MAP = file('map.txt', 'North is up');

test('a photo that another file replaces is offered again, and one that is removed is not (decision 0088)', async () => {
  const { panel, device, path } = await openCommentField();
  const left = panel.getByRole('region', { name: 'Not attached yet' });
  const box = panel.getByLabelText('Write a comment');
  await takePhoto(panel, 'first.jpg');
  await see(attached(panel, 'first.jpg'));
  await takePhoto(panel, 'second.jpg');
  await see(attached(panel, 'second.jpg'));
  await panel.getByLabelText('Attach a file').first().upload(MAP);
  await see(attached(panel, 'map.txt'));
  await box.fill('The map');
  await press('Control+Enter', box);
  await expect.element(left).toMatchTextContent('2 photos were not attached');
  await expect.poll(device.outbox).toContain('comment-create');

  await left.getByRole('button', { name: 'Attach' }).click();
  await attached(panel, 'first.jpg').click();
  await expect.element(left).toMatchTextContent('1 photo was not attached');
  await openBoard(path);
  await openTask('Survey');
  await expect.element(left).toMatchTextContent('1 photo was not attached');
  await left.getByRole('button', { name: 'Attach' }).click();
  await see(attached(panel, 'second.jpg'));
});

test('[FILE-1.2] a photo of a comment that is refused is not attached, and is offered after a reload', async () => {
  const { panel, device, path } = await openCommentField();
  const left = panel.getByRole('region', { name: 'Not attached yet' });
  const box = panel.getByLabelText('Write a comment');
  await takePhoto(panel, 'first.jpg');
  await see(attached(panel, 'first.jpg'));
  await box.fill('x'.repeat(LONG_TEXT_LIMIT + 1));
  await press('Control+Enter', box);
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await see(attached(panel, 'first.jpg'));
  expect(await device.outbox()).not.toContain('file-add');
  await openBoard(path);
  await openTask('Survey');
  await expect.element(left).toMatchTextContent('1 photo was not attached');
});

test('the chosen file of a comment is offered after a reload, not one that was replaced or removed (decision 0114)', async () => {
  const { panel, device, path } = await openCommentField();
  const left = panel.getByRole('region', { name: 'Not attached yet' });
  const input = panel.getByLabelText('Attach a file').first();
  const reopened = async () => {
    await openBoard(path);
    await openTask('Survey');
  };
  await input.upload(file('draft.txt', 'North is down'));
  await see(attached(panel, 'draft.txt'));
  await input.upload(MAP);
  await see(attached(panel, 'map.txt'));
  await expect.poll(device.shots).toEqual(['map.txt']);
  await reopened();
  await expect.element(left).toMatchTextContent('“map.txt” was not attached');
  await left.getByRole('button', { name: 'Attach' }).click();
  await attached(panel, 'map.txt').click();
  await expect.poll(device.shots).toEqual([]);

  // Sent before it is stored: nothing is left to offer.
  await input.upload(file('late.txt', 'x'.repeat(5_000_000)));
  await panel.getByLabelText('Write a comment').fill('The map');
  await press('Control+Enter', panel.getByLabelText('Write a comment'));
  await expect.poll(device.outbox).toContain('file-add');
  await reopened();
  await see(panel.getByText('late.txt'));
  expect(await device.shots()).toEqual([]);
});

test('a pasted screenshot that another file replaces is offered again (decision 0114)', async () => {
  const { panel, device } = await openCommentField();
  const left = panel.getByRole('region', { name: 'Not attached yet' });
  const box = panel.getByLabelText('Write a comment');
  for (const name of ['first.png', 'second.png']) {
    paste(box, file(name, name, 'image/png'));
    await see(attached(panel, name));
  }
  await box.fill('The screenshot');
  await press('Control+Enter', box);
  await expect.element(left).toMatchTextContent('was not attached');
  await expect.poll(device.shots).toEqual(['first.png']);
});

/** Button that removes the file of a comment. */
const attached = (panel: Locator, name: string) =>
  panel.getByRole('button', { name: `Remove ${name}` });

async function openCommentField() {
  const asked = vi
    .spyOn(navigator.mediaDevices, 'getUserMedia')
    .mockRejectedValue(new DOMException('', 'NotFoundError'));
  onTestFinished(() => asked.mockRestore());
  const organization = await createOrganization();
  const { path } = await organization.makeProject({ cards: { 'To do': ['Survey'] } });
  const device = await open(organization, path);
  return { panel: await openTask('Survey'), device, path };
}

/** A photo of the camera application, by the camera button of the comment field. */
async function takePhoto(panel: Locator, name: string): Promise<void> {
  await panel.getByRole('button', { name: 'Take photo' }).last().click();
  const camera = page.getByRole('dialog', { name: 'Camera' });
  await camera
    .getByLabelText('Photo of the camera application')
    .upload(file(name, `Photo ${name}`, 'image/jpeg'));
  await camera.getByRole('button', { name: 'Attach', exact: true }).click();
  await gone(camera);
}

function paste(field: Locator, content: File): void {
  const clipboardData = new DataTransfer();
  clipboardData.items.add(content);
  const options = { clipboardData, bubbles: true, cancelable: true };
  field.element().dispatchEvent(new ClipboardEvent('paste', options));
}
