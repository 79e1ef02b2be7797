import { describe, expect, it } from 'vitest';
import { installStaticRoutes } from '../../sw/static-routes.ts';

type Rules = readonly {
  readonly condition: { readonly urlPattern: string };
  readonly source: string;
}[];

/** Rules that the service worker registers during its installation. */
async function routesOf(accepts: (rules: Rules) => boolean): Promise<readonly Rules[]> {
  const asked: Rules[] = [];
  const waits: Promise<unknown>[] = [];
  const event = {
    waitUntil: (wait: Promise<unknown>) => void waits.push(wait),
    addRoutes: (rules: Rules) => {
      asked.push(rules);
      return accepts(rules) ? Promise.resolve() : Promise.reject(new TypeError('unknown source'));
    },
  };
  installStaticRoutes({ addEventListener: (_type, listener) => listener(event) });
  await Promise.all(waits);
  return asked;
}

/** Source of the first rule whose pattern matches a path, as browsers choose it. */
function sourceOf(path: string, rules: Rules | undefined): string {
  const fits = ({ condition }: Rules[number]) => path.startsWith(condition.urlPattern.slice(0, -1));
  return rules?.find(fits)?.source ?? 'none';
}

describe('the static routes of the service worker', () => {
  it('read assets from the cache and send API requests to the server, except for files', async () => {
    const [rules] = await routesOf(() => true);
    expect(sourceOf('/assets/react.js', rules)).toBe('cache');
    expect(sourceOf('/rest/sync/push', rules)).toBe('network');
    expect(sourceOf('/rest/files/0199', rules)).toBe('fetch-event');
    expect(sourceOf('/workspace/board', rules)).toBe('none');
  });

  it('contain only assets in a browser that rejects the other sources, and are absent in one that rejects all', async () => {
    const asked = await routesOf((rules) => rules.length === 1);
    expect(sourceOf('/assets/react.js', asked.at(-1))).toBe('cache');
    expect(sourceOf('/rest/sync/push', asked.at(-1))).toBe('none');
    await expect(routesOf(() => false)).resolves.toHaveLength(2);
  });
});
