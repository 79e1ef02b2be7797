/** A signed report is saved offline as PDF and as a checkable file; a visitor without an account checks the file. */
import { createHash, randomFillSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { newId } from '../../model/shared/ids.ts';
import type { Page } from '@playwright/test';
import { controlled, expectPill } from './support/app.ts';
import { openTask, signInToBoard } from './support/board.ts';
import { makeProject, makeTask } from './support/organization.ts';
import { call, expectOk, type RestPeer } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

test('a report saved offline is a PDF with its facts and a file that the server confirms, until it is changed', async ({
  newDevice,
  organization,
  server,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Jürgen Größmann', 'Manager');
  const project = await makeProject(founder, { cards: { 'To do': [] }, members: [ben.person] });
  const task = await makeTask(founder, {
    project: project.id,
    card: project.cards['To do'] ?? '',
    name: 'Öl für das Tor',
    assignee: ben.person,
  });
  const path = `task/update-destroy/${task}/`;
  const photo = await photoOf(ben, { url: server.url, project: project.id });
  const answer = {
    photos: [photo],
    remark: 'Die Flügel schließen größtenteils. Добро 👍',
    signature: 'M40 90L90 40L140 110L220 60L330 95',
    signed_as: 'Jürgen Größmann',
  };
  await expectOk(ben.patch(path, { is_completed_employee: true, is_completed_emp_answer: answer }));
  await expectOk(founder.patch(`task/send-back/${task}/`, { reason: 'Ein Scharnier fehlt.' }));

  const device = await newDevice();
  const { page } = device;
  await signInToBoard(page, founder.person, project.path);
  await controlled(page);
  const panel = await openTask(page, 'Öl für das Tor');
  await panel
    .getByRole('region', { name: 'Sign-off' })
    .getByRole('link', { name: 'Report' })
    .click();
  await expect(page.getByRole('table')).toContainText('Die Flügel schließen');
  const image = page.getByRole('table').getByRole('img', { name: 'gate.jpg' });
  await expect
    .poll(() => image.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
    .toBeGreaterThan(0);
  device.network.cut();
  await expectPill(page, 'Offline');

  const pdf = await saved(page, 'Save as PDF');
  expect(pdf.name).toMatch(/^Sign-off of Öl für das Tor\.pdf$/);
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.bytes.length).toBeGreaterThan(10_000);
  expect(pdf.bytes.toString('latin1')).toContain('/Filter /DCTDecode');
  const file = await saved(page, 'Save as a checkable file');
  expect(file.name).toBe('Sign-off of Öl für das Tor.cairn-report.json');
  device.network.heal();
  expect(JSON.parse(file.bytes.toString()).pictures).toMatchObject([{ file: photo }]);

  const visitor = await newDevice({ viewport: { width: 390, height: 844 } });
  await visitor.page.goto('/check-report');
  await choose(visitor.page, file.name, file.bytes);
  const verdict = visitor.page.getByRole('heading', { level: 2 });
  await expect(verdict).toHaveText(/^Genuine, unchanged since /);
  const steps = visitor.page.getByRole('listitem');
  await expect(steps.filter({ hasText: 'Jürgen Größmann marked it as done' })).toContainText(
    'Die Flügel schließen größtenteils. Добро 👍',
  );

  const text = file.bytes.toString();
  await choose(visitor.page, 'changed.json', text.replace('Ein Scharnier', 'Kein Scharnier'));
  await expect(verdict).toHaveText('Not genuine as it is');
  await expect(visitor.page.getByRole('main')).toContainText(
    'the contents of this step were changed',
  );
  await choose(visitor.page, 'renamed.json', text.replaceAll('Jürgen Größmann', 'Bernd Klein'));
  await expect(visitor.page.getByRole('main')).toContainText('The server knows no such name');
  await choose(visitor.page, 'cut.json', text.slice(0, -40));
  await expect(visitor.page.getByRole('alert')).toContainText('Only a part of the file is here');
  await choose(visitor.page, 'report.pdf', pdf.bytes);
  await expect(visitor.page.getByRole('alert')).toContainText('This is not a checkable file');

  await expectOk(ben.patch(path, { is_completed_employee: true, is_completed_emp_answer: {} }));
  await choose(visitor.page, file.name, file.bytes);
  await expect(verdict).toHaveText(/but steps were made after it$/);
  visitor.network.cut();
  await choose(visitor.page, 'offline.json', text);
  await expect(visitor.page.getByRole('alert')).toContainText('is not checked');
});

/** A photo that a person has uploaded. */
async function photoOf(
  { person, orgId, post }: RestPeer,
  { url, project }: { readonly url: string; readonly project: string },
): Promise<string> {
  const background = { r: 40, g: 90, b: 120 };
  const bytes = await sharp({ create: { width: 80, height: 60, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const id = newId({ now: Date.now, randomBytes: (target) => randomFillSync(target) });
  const row = {
    id,
    scope: `project:${project}`,
    name: 'gate.jpg',
    media_type: 'image/jpeg',
    size: bytes.length,
    digest: createHash('sha256').update(bytes).digest('hex'),
  };
  await expectOk(post('files/create/', row));
  const { email, password } = person;
  const signedIn = await call(url, {
    method: 'POST',
    path: 'api/user-login/',
    body: { email, password },
  });
  const address = `${url}/rest/files/${id}/parts/0?organization_accesskey_id=${orgId}`;
  const put = await fetch(address, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${signedIn.body.data.access_token}`,
      'content-type': 'application/octet-stream',
    },
    body: new Uint8Array(bytes),
  });
  expect(put.status).toBe(200);
  await expectOk(post(`files/${id}/complete/`));
  return id;
}

async function saved(page: Page, button: string) {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const download = await downloading;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

async function choose(page: Page, name: string, content: Buffer | string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByLabel('File of the report').click();
  const buffer = Buffer.from(content);
  await (await choosing).setFiles({ name, mimeType: 'application/json', buffer });
}
