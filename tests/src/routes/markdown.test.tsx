/** Markdown in descriptions, comments, notes and messages: how it is shown, ticked and written. */
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { comments } from '../../../model/entities/comment.ts';
import { notes } from '../../../model/entities/note.ts';
import { roleLevels } from '../../../model/entities/role-level.ts';
import { tasks } from '../../../model/entities/task.ts';
import { commentCreate } from '../../../model/mutations/comment/comment-create.ts';
import { roleLevelEdit } from '../../../model/mutations/role/role-level-edit.ts';
import { expectAccessible } from './support/accessible.ts';
import { open } from './support/app.tsx';
import { openTask, taskPanel, tile } from './support/board.ts';
import { createOrganization, freshId, type Person } from './support/organization.ts';
import {
  button,
  expectUrl,
  field,
  gone,
  noteCard,
  press,
  resize,
  see,
  step,
  type,
  writeNote,
} from './support/screen.ts';

async function boardWith(description: string) {
  const organization = await createOrganization();
  const mia = organization.addPerson('Mia Stone', 'Member');
  const project = await organization.makeProject({ cards: { 'To do': ['Rope'] }, members: [mia] });
  const card = project.cards['To do'] ?? '';
  const task = await organization.makeTask({
    project: project.id,
    card,
    name: 'Pack',
    description,
  });
  const write = (comment: string, author?: Person) =>
    organization.apply(
      commentCreate,
      { id: freshId(), project: project.id, task, comment, attachment: null },
      author,
    );
  return { organization, project, task, mia, write };
}

const box = (within: Locator, name: string) => within.getByRole('checkbox', { name, exact: true });

const RICH = [
  '## Before the walk',
  'Read **this** and ~~that~~ `code`',
  'on two lines.',
  '',
  '- [ ] rope',
  '- [x] pegs',
  '',
  '> quoted',
  '',
  '| a | b |',
  '|---|---|',
  '| 1 | 2 |',
].join('\n');

const HOSTILE = [
  '<script>window.isHostile = true</script> <img src="//foreign.example/a.png" onerror="alert(1)">',
  '[bad](javascript:alert(1)) [data](data:text/html,x) [tab](java\tscript:alert(1))',
  '![a picture](https://foreign.example/b.png)',
  '[map](https://foreign.example/map) <mailto:ada@example.com>',
].join('\n\n');

test('Markdown is shown as elements, a plain text as written, and previews have no marks', async () => {
  const { organization, project, write } = await boardWith(RICH);
  await write('Meet at the hut.\nBring  5 * 3 ropes, C#.');
  await open(organization, project.path);
  await expect.element(tile('Pack')).toMatchTextContent('Before the walk Read this and that code');
  const panel = await openTask('Pack');
  await see(panel.getByRole('heading', { name: 'Before the walk', level: 4 }));
  await see(panel.getByText('this', { exact: true }));
  expect(panel.css('strong').element().textContent).toBe('this');
  await see(panel.css('del'));
  await see(panel.getByRole('cell', { name: '2' }));
  await see(panel.css('blockquote'));
  await expect.element(panel.css('br')).toHaveLength(1);
  const plain = panel.getByText('Meet at the hut.');
  await see(plain);
  expect(plain.element().textContent).toBe('Meet at the hut.\nBring  5 * 3 ropes, C#.');
  expect(getComputedStyle(plain.element()).whiteSpace).toBe('pre-wrap');
  await expectAccessible('a task with a description in Markdown');
});

test('HTML is text, a picture is a link, and links have safe addresses', async () => {
  const { organization, project } = await boardWith(HOSTILE);
  await open(organization, project.path);
  const panel = await openTask('Pack');
  await see(panel.getByText('<script>window.isHostile = true</script>'));
  await gone(panel.css('script, img[src*="foreign"], iframe'));
  expect('isHostile' in window).toBe(false);
  const links = panel.css('a[rel="noopener noreferrer"]');
  await expect.element(links).toHaveLength(3);
  const [picture, map, mail] = links.elements();
  expect(picture?.textContent).toBe('a picture');
  expect(picture?.getAttribute('href')).toBe('https://foreign.example/b.png');
  expect(map?.getAttribute('target')).toBe('_blank');
  expect(mail?.getAttribute('href')).toBe('mailto:ada@example.com');
  for (const link of panel.css('a').elements()) {
    expect(link.getAttribute('href')).toMatch(/^(https?:|mailto:|\/)/);
  }
});

test('a link to a task on the device has its name and opens it; a mention keeps its mark', async () => {
  const { organization, project, write, mia } = await boardWith('');
  const at = (task: string) => `${location.origin}${project.path}?task=${task}`;
  const rope = project.tasks['Rope'] ?? '';
  await write(
    `First ${at(rope)} and **then** ask @[${mia.orgUserId}](soon) or @[${mia.orgUserId}]`,
  );
  await write(`Gone: ${at(freshId())}`);
  await open(organization, project.path);
  const panel = await openTask('Pack');
  await expect.element(panel.getByText('@Mia Stone', { exact: true })).toHaveLength(2);
  await see(panel.getByText('(soon)'));
  await see(panel.getByRole('link', { name: location.origin }));
  await panel.getByRole('link', { name: 'Rope', exact: true }).click();
  await expectUrl(new RegExp(`task=${rope}`));
  await see(taskPanel('Rope'));
});

test('a checklist of a description is ticked in place, by mouse and by key', async () => {
  const { organization, project, task } = await boardWith(RICH);
  const device = await open(organization, project.path);
  const stored = async () =>
    (await device.rows(tasks)).find(({ id }) => id === task)?.description ?? '';
  const panel = await openTask('Pack');
  await box(panel, 'rope').click();
  await expect.poll(stored).toBe(RICH.replace('[ ] rope', '[x] rope'));
  await expect.element(box(panel, 'rope')).toBeChecked();
  await gone(panel.getByRole('textbox', { name: 'Description' }));
  await press('Space', box(panel, 'pegs'));
  await expect
    .poll(stored)
    .toBe(RICH.replace('[ ] rope', '[x] rope').replace('[x] pegs', '[ ] pegs'));
  await expect.element(box(panel, 'pegs')).toHaveFocus();
});

test('only the author ticks in a comment', async () => {
  const { organization, project, write, mia } = await boardWith('- [ ] tent');
  await write('- [ ] mine');
  await write('- [ ] hers', mia);
  const device = await open(organization, project.path);
  const panel = await openTask('Pack');
  await expect.element(box(panel, 'hers')).toBeDisabled();
  await box(panel, 'mine').click();
  await expect
    .poll(async () => (await device.rows(comments)).map(({ comment }) => comment).toSorted())
    .toEqual(['- [ ] hers', '- [x] mine']);
  await expect.poll(device.outbox).toEqual(['comment-edit']);
});

test('a right that was taken away shows its message at the box, which stays as it is', async () => {
  const organization = await createOrganization();
  const rhona = organization.addPerson('Rhona Reid', 'Manager');
  const project = await organization.makeProject({ cards: { 'To do': [] }, members: [rhona] });
  const card = project.cards['To do'] ?? '';
  const description = '- [ ] tent';
  await organization.makeTask({ project: project.id, card, name: 'Pack', description, by: rhona });
  const device = await open(organization, project.path, rhona);
  const panel = await openTask('Pack');
  const levels = organization.rows().get(roleLevels.table);
  const level = levels?.find((row) => row['name'] === 'Level 2');
  await organization.apply(roleLevelEdit, { id: level?.id ?? '', post_access: false });
  await device.receive();
  await expect.element(box(panel, 'tent')).toHaveAttribute('aria-disabled', 'true');
  await box(panel, 'tent').click({ force: true });
  const alert = page.getByRole('alertdialog');
  await expect.element(alert).toMatchTextContent("You don't have access to edit task");
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect.element(box(panel, 'tent')).not.toBeChecked();
  expect(await device.outbox()).toEqual([]);
});

test("boxes of another person's task are shown and cannot be ticked", async () => {
  const { organization, project, mia } = await boardWith('- [ ] tent');
  const device = await open(organization, project.path, mia);
  const panel = await openTask('Pack');
  await expect.element(box(panel, 'tent')).toBeDisabled();
  expect(await device.outbox()).toEqual([]);
});

test('a note is ticked, and two quick ticks are both kept', async () => {
  const device = await open(await createOrganization(), '/notes-view');
  await writeNote({ title: 'Packing', text: 'rope', newTag: 'trip' });
  await button('Edit Packing').click();
  await field('Description').fill('- [ ] rope\n- [ ] pegs\n- [ ] rope');
  await button('Save').click();
  const boxes = noteCard('Packing').getByRole('checkbox');
  await expect.element(boxes).toHaveLength(3);
  const [first, , last] = boxes.elements();
  if (first instanceof HTMLElement) first.click();
  if (last instanceof HTMLElement) last.click();
  await expect
    .poll(async () => (await device.rows(notes)).map(({ note }) => note))
    .toEqual(['- [x] rope\n- [ ] pegs\n- [x] rope']);
});

test('the tools write Markdown by key, and the browser undoes it', async () => {
  const { organization, project, task } = await boardWith('');
  const device = await open(organization, project.path);
  const panel = await openTask('Pack');
  await panel.getByRole('button', { name: 'Edit description' }).click();
  const text = panel.getByRole('textbox', { name: 'Description' });
  await expect.element(text).toHaveFocus();

  await step('shortcuts', async () => {
    await press('Control+b');
    await type('Pack');
    await expect.element(text).toHaveValue('**Pack**');
    await press('End');
    await press('Enter');
    await press('Control+Shift+9');
    await type('rope');
    await press('Enter');
    await type('pegs');
    await press('Tab');
    await expect.element(text).toHaveValue('**Pack**\n- [ ] rope\n  - [ ] pegs');
    await press('Control+z');
    await expect.element(text).toHaveValue('**Pack**\n- [ ] rope\n- [ ] pegs');
    await press('End');
    await press('Enter');
    await press('Enter');
    await expect.element(text).toHaveValue('**Pack**\n- [ ] rope\n- [ ] pegs\n');
  });

  await step('the toolbar, one stop of Tab away', async () => {
    await press('Shift+Tab');
    // The other one is above the comment field.
    const tools = panel.getByRole('toolbar', { name: 'Text format' }).first();
    await expect.element(tools.getByRole('button', { name: 'Bold' })).toHaveFocus();
    await press('ArrowLeft');
    await press('ArrowLeft');
    await press('ArrowLeft');
    await expect.element(tools.getByRole('button', { name: 'Quote' })).toHaveFocus();
    await press('Enter');
    await expect.element(text).toHaveFocus();
    await type('soon');
    await expect.element(text).toHaveValue('**Pack**\n- [ ] rope\n- [ ] pegs\n> soon');
    await press('Shift+Tab');
    await press('Escape');
    await expect.element(text).toHaveFocus();
  });

  await press('Control+Enter');
  await expect
    .poll(async () => (await device.rows(tasks)).find(({ id }) => id === task)?.description)
    .toBe('**Pack**\n- [ ] rope\n- [ ] pegs\n> soon');
  await see(box(panel, 'rope'));
});

test('the tools of a comment work by mouse, on a phone from the first focus on, and the draft is kept', async () => {
  const { organization, project } = await boardWith('');
  await open(organization, project.path);
  const panel = await openTask('Pack');
  const tools = panel.getByRole('toolbar', { name: 'Text format' });
  await see(tools);
  const text = field('Write a comment', panel);
  await resize(390, 844);
  await gone(tools);
  await text.click();
  await see(tools);
  await type('now');
  await press('Control+a');
  await tools.getByRole('button', { name: 'Bold' }).click();
  await expect.element(text).toHaveValue('**now**');
  await expect.element(text).toHaveFocus();
  await resize(1440, 900);
  await panel.getByRole('button', { name: 'Close task' }).click();
  await openTask('Pack');
  await expect.element(field('Write a comment', taskPanel('Pack'))).toHaveValue('**now**');
});

test('in a chat Enter sends, and Shift+Enter continues a list', async () => {
  const organization = await createOrganization();
  const ben = organization.addPerson('Ben Moor', 'Member');
  const device = await open(organization, `/chat/chat-area/${ben.userId}`);
  const text = page.getByLabelText('Message', { exact: true });
  await text.click();
  await type('- rope');
  await press('Shift+Enter');
  await type('pegs');
  await expect.element(text).toHaveValue('- rope\n- pegs');
  await press('Enter');
  await expect.poll(device.outbox).toEqual(['message-send']);
  await see(page.getByRole('log').getByRole('listitem').filter({ hasText: 'pegs' }));
});
