import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../store/database.ts';
import { allowStyles } from './headers.ts';
import type { AppOptions } from './services.ts';

const A_YEAR_S = 31_536_000;
/** Placeholder of the nonce in index.html. */
const NONCE_MARK = '__CSP_NONCE__';

type ShellOptions = Pick<AppOptions, 'database' | 'random' | 'staticDir' | 'sourceUrl'>;

const NO_SOURCE = `Cairn is free software under the GNU Affero General Public License, version 3 or later.

You have a right to the source code of the version that runs here. The operator of this server has
not said where it is: please ask the administrator of your organisation for it.
`;

/**
 * Serves the built app. Files under /assets/ have a hash in their name and never change; everything else is validated
 * each time.
 */
export async function registerShell(
  fastify: FastifyInstance,
  options: ShellOptions,
): Promise<void> {
  const { staticDir } = options;
  if (staticDir === undefined) return;
  beginWithSignUp(fastify, options.database);
  const assets = resolve(staticDir, 'assets');
  await fastify.register(fastifyStatic, {
    root: resolve(staticDir),
    cacheControl: false,
    index: false,
    // Folders are not served; the plugin would fail on them.
    // What begins with a dot belongs to the build (its manifest, the bill of materials), not to browsers.
    allowedPath: (path) => !path.endsWith('/') && !path.includes('/.'),
    setHeaders: (response, path) => {
      const kept = path.startsWith(assets);
      response.header(
        'cache-control',
        kept ? `public, max-age=${A_YEAR_S}, immutable` : 'no-cache',
      );
    },
  });
  // AGPL, section 13: everybody who uses the app over a network is offered its source.
  fastify.get('/source.txt', async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    return options.sourceUrl === undefined
      ? reply.type('text/plain; charset=utf-8').send(NO_SOURCE)
      : reply.redirect(options.sourceUrl, 302);
  });
  for (const url of ['/', '/index.html']) {
    fastify.get(url, async (_request, reply) => sendPage(reply, { ...options, staticDir }));
  }
}

/**
 * Sends the page. Mantine writes its variables into style elements, which need the nonce of this response. The page
 * has no entity tag: a 304 would combine it with the policy of another response. The service worker stores page and
 * policy together.
 */
export async function sendPage(
  reply: FastifyReply,
  { random, staticDir }: Pick<AppOptions, 'random'> & { readonly staticDir: string },
): Promise<string> {
  const nonce = Buffer.from(random(18)).toString('base64url');
  const page = await readFile(resolve(staticDir, 'index.html'), 'utf8');
  allowStyles(reply, nonce).header('cache-control', 'no-cache').type('text/html; charset=utf-8');
  return page.replaceAll(NONCE_MARK, nonce);
}

/** Without an account nobody can sign in: the first page is sign-up. */
function beginWithSignUp(fastify: FastifyInstance, { db }: Database): void {
  const known = { people: false };
  fastify.addHook('onRequest', async (request, reply) => {
    if (known.people || request.method !== 'GET' || request.url !== '/') return;
    known.people = (await db.selectFrom('users').select('id').limit(1).execute()).length > 0;
    if (known.people) return;
    await reply.header('cache-control', 'no-store').redirect('/signup', 302);
  });
}
