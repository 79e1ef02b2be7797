/** Home names the people who lack the author's recent work on their devices, also offline, until they have it. */
import { expectPill, signIn } from './support/app.ts';
import { openBoard } from './support/board.ts';
import { makeProject, makeTask } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

/** The first request is made 15 s after the newest change, on a loaded machine. */
const ASKED = { timeout: 60_000 };

test('home says what a colleague without a network lacks, and no longer when they have it', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Member');
  const project = await makeProject(founder, { cards: { 'To do': [] }, members: [ben.person] });
  const [field, office] = [await newDevice(), await newDevice()];
  await signIn(field.page, ben.person);
  await openBoard(field.page, project.path);
  await expectPill(field.page, 'Up to date');
  field.network.cut();
  const task = await makeTask(founder, {
    project: project.id,
    card: project.cards['To do'] ?? '',
    name: 'Mark the ford',
    assignee: ben.person,
  });
  await expectOk(founder.post('comment/create/', { task, comment: 'The stakes are in the hut' }));

  const { page } = office;
  await signIn(page, founder.person);
  await page.goto('/home-view');
  const list = page.getByRole('list', { name: "Not on everybody's device yet" });
  const line = list.getByRole('button', {
    name: 'Ben Moor does not have 2 of your changes yet',
  });
  const mark = page.getByRole('button', { name: '1 person lacks changes' });
  await expect(mark).toBeVisible(ASKED);
  await mark.click();
  await expect(line).toBeVisible();
  const asOf = page.getByText(/^As of/);
  await expect(asOf).toHaveCount(0);

  await test.step('offline it is what was known, with its time', async () => {
    office.network.cut();
    await page.reload();
    await expectPill(page, 'Offline');
    await mark.click();
    await expect(line).toBeVisible();
    await expect(asOf).toBeVisible();
    office.network.heal();
    await expectPill(page, 'Up to date');
  });

  await test.step('a tap shows the tasks', async () => {
    await line.click();
    await list.getByRole('link', { name: 'Mark the ford' }).click();
    await expect(page.getByRole('dialog').getByText('The stakes are in the hut')).toBeVisible();
  });

  await test.step('it is gone when the device of the colleague has the changes', async () => {
    await page.goto('/home-view');
    await expect(mark).toBeVisible();
    field.network.heal();
    await expect
      .poll(async () => await changesOnDevice(), { ...ASKED, intervals: [1_000] })
      .toBe(true);
    const answered = page.waitForResponse(/receipt\/tasks\//);
    await page.reload();
    await answered;
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
    await expect(mark).toHaveCount(0);
    // The rest of the page comes after the rows of Today.
    await expect(page.getByRole('heading', { name: 'My Tasks' })).toBeVisible();
    await expect(mark).toHaveCount(0);
  });

  async function changesOnDevice(): Promise<boolean> {
    const { data } = (await expectOk(founder.get('receipt/tasks/', { task_ids: task }))).body;
    return data.tasks[0].receipts[0].received_details === data.head;
  }
});
