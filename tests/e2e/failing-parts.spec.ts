/**
 * The worker's script cannot be loaded, or throws on start: the page reports it, continues, and
 * loses nothing.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { expectDownloaded, expectPill, fillSignIn } from './support/app.ts';
import { expectOk, type RestPeer } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

/**
 * Without a service worker, which would serve the script from its cache: each start requests it
 * from the network.
 */
const ANY_START = { firstVisit: true, serviceWorkers: 'block' } as const;

interface WorkerScript {
  state: 'missing' | 'throws' | 'good';
  asked: number;
}

async function workerScript(context: BrowserContext): Promise<WorkerScript> {
  const script: WorkerScript = { state: 'good', asked: 0 };
  await context.route('**/assets/sync-worker-*.js', async (route) => {
    script.asked += 1;
    if (script.state === 'good') return route.fallback();
    return script.state === 'missing'
      ? route.fulfill({ status: 500, body: 'not now' })
      : route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("on start")' });
  });
  return script;
}

function trouble(page: Page) {
  return page.getByText('Cairn could not start its background process. Trying again.');
}

async function todosAtServer(peer: RestPeer): Promise<readonly string[]> {
  const answer = await expectOk(peer.get('todo-task/list/'));
  return answer.body.data.map(({ name }: { readonly name: string }) => name);
}

async function addTodo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a task, todo or note' }).click();
  await page.getByRole('menuitem', { name: 'Todo' }).click();
  const panel = page.getByRole('dialog', { name: /^Todo/ });
  await panel.getByLabel('New task name').fill(name);
  await panel.getByLabel('New task name').press('Enter');
  await expect(panel.getByRole('button', { name, exact: true })).toBeVisible();
}

test('a person signs in although the worker first failed to load, and reads why they wait', async ({
  newDevice,
  organization: { founder },
}) => {
  const { page, context } = await newDevice(ANY_START);
  const script = await workerScript(context);
  script.state = 'missing';
  await page.goto('/');
  await expect(trouble(page)).toBeVisible();
  await test.step('calls made while it fails are refused with a reason, and typed text stays', async () => {
    await fillSignIn(page, founder.person);
    await expect(page.getByText('Nothing was sent. Try again, or reload the page.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(founder.person.email);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  });
  await test.step('the start is retried until it succeeds', async () => {
    script.state = 'good';
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectPill(page, 'Up to date');
    await expect(trouble(page)).toHaveCount(0);
  });
});

test('mutations written while the worker throws on start are sent when it runs, without a reload', async ({
  newDevice,
  organization: { founder },
}) => {
  const { page, context } = await newDevice(ANY_START);
  const script = await workerScript(context);
  await page.goto('/');
  await fillSignIn(page, founder.person);
  await expectDownloaded(page);
  script.state = 'throws';
  await page.reload();
  await expect(trouble(page)).toBeVisible();
  await addTodo(page, 'Typed while it failed');
  const asked = script.asked;
  await expect.poll(() => script.asked).toBeGreaterThan(asked);
  expect(await todosAtServer(founder)).toEqual([]);
  script.state = 'good';
  await expect
    .poll(() => todosAtServer(founder), { timeout: 40_000 })
    .toEqual(['Typed while it failed']);
  await expect(trouble(page)).toHaveCount(0);
  await expectPill(page, 'Up to date');
});

test('a worker that the browser has terminated is replaced, and its work continues', async ({
  newDevice,
  organization: { founder },
}) => {
  const { page, context } = await newDevice(ANY_START);
  const script = await workerScript(context);
  await page.goto('/');
  await fillSignIn(page, founder.person);
  await expectDownloaded(page);
  const [worker] = page.workers();
  await worker?.evaluate(() => self.close()).catch(() => undefined);
  await addTodo(page, 'Written beside a dead worker');
  // The worker ends without an event, so only pending calls detect it.
  await expect
    .poll(() => todosAtServer(founder), { timeout: 90_000 })
    .toEqual(['Written beside a dead worker']);
  expect(script.asked).toBe(2);
});
