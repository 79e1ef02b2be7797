/**
 * Two devices edit the same text: edits without overlap merge, others offer both versions, and
 * nothing is lost.
 */
import { expectPill, noteCard, signIn, writeNote } from './support/app.ts';
import { describe, openTask, signInToBoard, taskPanel } from './support/board.ts';
import { cardsOf, makeProject, makeTask } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

const FIRST = 'Bring the ladder.\nMeet at the hut.\nReturn before dark.';
const MINE = 'Bring the long ladder.\nMeet at the hut.\nReturn before dark.';
const THEIRS = 'Bring two short ladders.\nMeet at the hut.\nReturn before dark.';
const ELSEWHERE = 'Bring the ladder.\nMeet at the hut.\nReturn before noon.';

test('both versions of a description are offered, and the chosen one reaches everybody', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': [] } });
  const card = project.cards['To do'] ?? '';
  await makeTask(founder, { project: project.id, card, name: 'Roof', description: FIRST });
  const [laptop, phone] = [await newDevice(), await newDevice()];
  for (const { page } of [laptop, phone]) {
    await signInToBoard(page, founder.person, project.path);
  }
  laptop.network.cut();
  await describe(laptop.page, 'Roof', MINE);
  await describe(phone.page, 'Roof', THEIRS);
  await expectPill(phone.page, 'Up to date');
  laptop.network.heal();

  const versions = taskPanel(laptop.page, 'Roof').getByRole('region', {
    name: 'Two versions of the description',
  });
  await expect(versions).toContainText('Bring the long ladder.');
  await expect(versions).toContainText('Bring two short ladders.');
  await expectPill(laptop.page, '1 needs attention');
  await laptop.page.reload();
  await expect(versions, 'it waits as long as the person likes').toBeVisible();
  await versions.getByRole('button', { name: 'Keep this one' }).click();
  await expect(versions).toHaveCount(0);
  await expectPill(laptop.page, 'Up to date');
  await expect(taskPanel(phone.page, 'Roof')).toContainText('Bring the long ladder.');
  expect(await descriptionAt()).toBe(MINE);

  async function descriptionAt(): Promise<string | undefined> {
    const [column] = await cardsOf(founder, project.id);
    return column?.project_card_task[0]?.description;
  }
});

test('changes in different lines are merged without asking', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': [] } });
  const card = project.cards['To do'] ?? '';
  const task = await makeTask(founder, {
    project: project.id,
    card,
    name: 'Roof',
    description: FIRST,
  });
  const { page, network } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  network.cut();
  await describe(page, 'Roof', MINE);
  await expectOk(founder.patch(`task/update-destroy/${task}/`, { description: ELSEWHERE }));
  network.heal();
  await expectPill(page, 'Up to date');
  const merged = 'Bring the long ladder.\nMeet at the hut.\nReturn before noon.';
  const description = taskPanel(page, 'Roof').getByRole('paragraph');
  await expect(description.filter({ hasText: 'Bring the long ladder.' }).first()).toContainText(
    'noon',
  );
  const [column] = await cardsOf(founder, project.id);
  expect(column?.project_card_task[0]?.description).toBe(merged);
});

test('both versions of a note are offered on the note, and can be combined', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const [laptop, phone] = [await newDevice(), await newDevice()];
  await signIn(laptop.page, founder.person);
  await laptop.page.goto('/notes-view');
  await writeNote(laptop.page, { title: 'Packing', text: FIRST, newTag: 'trip' });
  await expectPill(laptop.page, 'Up to date');
  await signIn(phone.page, founder.person);
  await phone.page.goto('/notes-view');
  laptop.network.cut();
  await edit(laptop.page, MINE);
  await edit(phone.page, THEIRS);
  await expectPill(phone.page, 'Up to date');
  laptop.network.heal();

  const versions = noteCard(laptop.page, 'Packing').getByRole('region', {
    name: 'Two versions of this note',
  });
  await expect(versions).toContainText('Bring the long ladder.');
  await expect(versions).toContainText('Bring two short ladders.');
  await expect(versions.getByText('From the other device')).toBeVisible();
  await versions.getByRole('button', { name: 'Put them together' }).click();
  await versions.getByLabel('Both together').fill('Bring all ladders.');
  await versions.getByRole('button', { name: 'Save this text' }).click();
  await expectPill(laptop.page, 'Up to date');
  await expect(noteCard(laptop.page, 'Packing')).toContainText('Bring all ladders.');
  await expect(noteCard(phone.page, 'Packing')).toContainText('Bring all ladders.');

  await test.step('a title changed elsewhere during an edit stays', async () => {
    await laptop.page.getByRole('button', { name: 'Edit Packing' }).click();
    await laptop.page.getByRole('textbox', { name: 'Description' }).fill('Bring nothing.');
    await phone.page.getByRole('button', { name: 'Edit Packing' }).click();
    await phone.page.getByLabel('Title').fill('Light packing');
    await phone.page.getByRole('button', { name: 'Save' }).click();
    await expect(noteCard(laptop.page, 'Light packing')).toBeVisible();
    await laptop.page.getByRole('button', { name: 'Save' }).click();
    await expect(noteCard(laptop.page, 'Light packing')).toContainText('Bring nothing.');
  });

  async function edit(page: typeof laptop.page, text: string): Promise<void> {
    await page.getByRole('button', { name: 'Edit Packing' }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill(text);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Note updated successfully!')).toBeVisible();
  }
});

test('choosing the other version leaves nothing pending', async ({ newDevice, organization }) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': [] } });
  const card = project.cards['To do'] ?? '';
  const task = await makeTask(founder, {
    project: project.id,
    card,
    name: 'Roof',
    description: FIRST,
  });
  const { page, network } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  network.cut();
  await describe(page, 'Roof', MINE);
  await expectOk(founder.patch(`task/update-destroy/${task}/`, { description: THEIRS }));
  network.heal();
  await page.getByRole('button', { name: 'Take the other one' }).click();
  await expectPill(page, 'Up to date');
  await page.reload();
  await expect(await panelOf()).toContainText('Bring two short ladders.');

  async function panelOf() {
    const panel = taskPanel(page, 'Roof');
    return (await panel.isVisible()) ? panel : openTask(page, 'Roof');
  }
});
