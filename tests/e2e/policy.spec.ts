/**
 * The content security policy of the built product, with Trusted Types, in a browser: no screen
 * offends against it, and it refuses what it is there to refuse.
 */
import type { Page } from '@playwright/test';
import { controlled, expectDownloaded, fillSignIn } from './support/app.ts';
import { openTask, tile } from './support/board.ts';
import { makeProject, makeTask, type Organization, type Project } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

/** Screens of a signed-in person besides the board and a task. */
const SCREENS = [
  '/home-view',
  '/mytasks',
  '/notes-view',
  '/chat/users-list',
  '/dashboard',
  '/designation',
  '/organization-info',
  '/organization/tasks-details',
  '/workspace/dashboard',
  '/profilepage',
  '/testingview',
];

test('no main screen offends against the policy, with the worker, the shell and a menu', async ({
  newDevice,
  organization,
}) => {
  const project = await aBoard(organization);
  const { page, network } = await newDevice({ firstVisit: true });
  const offences = await watch(page);
  for (const path of ['/signup', '/forgotpassword']) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
  }
  await page.goto(project.path);
  await fillSignIn(page, organization.founder.person);
  await expectDownloaded(page);
  await controlled(page);
  await expect(tile(page, 'Late')).toBeVisible();
  await openTask(page, 'Late');
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('created the task');
  for (const path of SCREENS) {
    await page.goto(path);
    await expect(page.getByRole('main').first(), path).toBeVisible();
  }
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('menuitemradio', { name: 'Orange' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Late');
  await expect(page.getByRole('option', { name: /Late/ }).first()).toBeVisible();
  // The page and the worker as the shell keeps them.
  network.cut();
  await page.goto(project.path);
  await expect(tile(page, 'Late')).toBeVisible();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(offences()).toEqual([]);
});

test('the profile leads to the source and to the notices of others, past the cached shell', async ({
  newDevice,
  organization,
}) => {
  const { page } = await newDevice();
  await page.goto('/profilepage');
  await fillSignIn(page, organization.founder.person);
  await expectDownloaded(page);
  await controlled(page);
  for (const [name, text] of [
    ['Source code', 'GNU Affero General Public License'],
    ['Third-party notices', '## workbox-routing'],
  ] as const) {
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name }).click();
    await expect((await opened).locator('body')).toContainText(text);
  }
});

test('markup from text, foreign scripts and foreign workers are refused', async ({ newDevice }) => {
  const { page } = await newDevice({ firstVisit: true });
  const offences = await watch(page);
  await page.goto('/signup');
  await expect(page.getByRole('heading').first()).toBeVisible();
  const outcomes = await page.evaluate(() => {
    const outcome = (attempt: () => void): string => {
      try {
        attempt();
        return 'done';
      } catch (error) {
        return error instanceof Error ? error.name : 'failed';
      }
    };
    const element = document.createElement('div');
    const script = document.createElement('script');
    const blob = URL.createObjectURL(new Blob([''], { type: 'text/javascript' }));
    const result = {
      markup: outcome(() => (element.innerHTML = '<img src="x">')),
      // Styles of the component library are text without markup.
      style: outcome(() => (element.innerHTML = 'a { color: red }')),
      foreign: outcome(() => (script.src = 'https://elsewhere.test/a.js')),
      text: outcome(() => (script.text = '1')),
      blobWorker: outcome(() => new Worker(blob)),
      dataWorker: outcome(() => new Worker('data:text/javascript,1')),
      own: outcome(() => (script.src = '/assets/own.js')),
      policy: outcome(() => {
        const types: unknown = Reflect.get(window, 'trustedTypes');
        if (typeof types !== 'object' || types === null) throw new Error('no Trusted Types');
        Reflect.apply(Reflect.get(types, 'createPolicy'), types, ['another', {}]);
      }),
    };
    URL.revokeObjectURL(blob);
    return result;
  });
  expect(outcomes).toEqual({
    markup: 'TypeError',
    style: 'done',
    foreign: 'TypeError',
    text: 'TypeError',
    blobWorker: 'TypeError',
    dataWorker: 'TypeError',
    own: 'done',
    policy: 'TypeError',
  });
  // What the other scenario counts is counted.
  await expect.poll(() => offences().length).toBeGreaterThan(4);
});

async function aBoard({ founder }: Organization): Promise<Project> {
  const project = await makeProject(founder, { cards: { 'To do': ['Rope'], Done: [] } });
  await makeTask(founder, {
    project: project.id,
    card: project.cards['To do'] ?? '',
    name: 'Late',
    description: '**Should** have been done\n\n- [ ] [a link](https://example.org)',
    end_date: '2025-01-31',
  });
  return project;
}

/** Collects what the browser reports about the policy, of the page and of its workers. */
async function watch(page: Page): Promise<() => readonly string[]> {
  const met: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (/content security policy|trusted ?types?|TrustedHTML|TrustedScript|embedder/i.test(text)) {
      met.push(`${page.url()}: ${text}`);
    }
  });
  await page.exposeFunction('noteOffence', (text: string) => met.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const note: unknown = Reflect.get(window, 'noteOffence');
      const { effectiveDirective, blockedURI, sample } = event;
      const text = `${location.pathname}: ${effectiveDirective} ${blockedURI} ${sample}`;
      if (typeof note === 'function') Reflect.apply(note, window, [text]);
    });
  });
  return () => met;
}
