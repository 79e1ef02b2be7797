/** The place of a shot: only where the organisation allows it, and only when the person adds it. */
import { expectPill } from './support/app.ts';
import { openTask, signInToBoard } from './support/board.ts';
import { PHONE, playedDevices } from './support/media.ts';
import { makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';
import type { Locator, Page } from '@playwright/test';

test.use(playedDevices());

test('a photo taken offline has its place when the person adds it, until the organisation forbids it', async ({
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
  await phone.context.grantPermissions(['geolocation']);
  await phone.context.setGeolocation({ latitude: 46.55812, longitude: 8.56144, accuracy: 9 });
  await signInToBoard(phone.page, founder.person, project.path);
  const panel = await openTask(phone.page, 'Survey the well');
  const files = panel.getByRole('region', { name: /^Files/ });
  const camera = phone.page.getByRole('dialog', { name: 'Camera' });
  // Off by default.
  await files.getByRole('button', { name: 'Take photo' }).click();
  await expect(camera.getByRole('button', { name: 'Take a photo' })).toBeVisible();
  await expect(camera.getByRole('button', { name: 'Add place' })).toHaveCount(0);
  await phone.page.keyboard.press('Escape');

  const setting = `organization/update/${founder.orgId}/`;
  expect((await founder.patch(setting, { shot_places: true })).status).toBe(200);
  await expectPill(phone.page, 'Up to date');
  await files.getByRole('button', { name: 'Take photo' }).click();
  await expect(camera.getByRole('button', { name: 'Add place' })).toBeVisible();
  phone.network.cut();
  await shoot(camera, 1);
  await camera.getByRole('button', { name: 'Add place' }).click();
  await expect(camera).toContainText('The next photo has this place (± 9 m)');
  await shoot(camera, 2);
  await camera.getByRole('button', { name: 'Attach 2' }).click();
  await expect(files.getByRole('listitem')).toHaveCount(2);
  phone.network.heal();
  await expectPill(phone.page, 'Up to date');

  const other = await newDevice();
  await signInToBoard(other.page, ben.person, project.path);
  const theirs = await openTask(other.page, 'Survey the well');
  const tiles = theirs.getByRole('region', { name: /^Files/ }).getByTitle(/^Photo/);
  await tiles.first().click();
  await expect(gallery(other.page, 1)).toContainText('Taken');
  await expect(gallery(other.page, 1).getByRole('link', { name: /46\.55812/ })).toHaveCount(0);
  await other.page.keyboard.press('ArrowRight');
  const shown = gallery(other.page, 2);
  await expect(shown.getByRole('link', { name: '46.55812, 8.56144 (± 9 m)' })).toHaveAttribute(
    'href',
    /^geo:46\.55812,8\.56144/,
  );
  const map = shown.getByRole('link', { name: 'OpenStreetMap' });
  await expect(map).toHaveAttribute('href', /^https:\/\/www\.openstreetmap\.org\/.+46\.55812/);
  await expect(map).toHaveAttribute('rel', 'noreferrer');

  expect((await founder.patch(setting, { shot_places: false })).status).toBe(200);
  await expect(shown.getByRole('link', { name: /46\.55812/ })).toHaveCount(0);
  await expect(shown).toContainText('Taken');
});

async function shoot(camera: Locator, count: number): Promise<void> {
  await camera.getByRole('button', { name: 'Take a photo' }).click();
  await expect(camera.getByRole('list', { name: 'Photos' }).getByRole('listitem')).toHaveCount(
    count,
  );
}

function gallery(page: Page, number: number): Locator {
  return page.getByRole('dialog', { name: new RegExp(`^File ${String(number)} of 2: Photo`) });
}
