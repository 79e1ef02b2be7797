import { resolve } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../store/database.ts';
import type { AppOptions } from './services.ts';

const A_YEAR_S = 31_536_000;

/**
 * The built app and the headers that keep it safe. Files under /assets/ carry a hash in their name and never change;
 * everything else is asked for anew. Nothing is loaded from elsewhere, and nothing inline runs; styles are the
 * exception, since Mantine sets its variables in style elements.
 */
export async function registerShell(fastify: FastifyInstance, options: AppOptions): Promise<void> {
  const secure = options.publicUrl.startsWith('https:');
  await fastify.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure ? { maxAge: A_YEAR_S } : false,
  });
  if (options.staticDir === undefined) return;
  beginWithSignUp(fastify, options.database);
  const assets = resolve(options.staticDir, 'assets');
  await fastify.register(fastifyStatic, {
    root: resolve(options.staticDir),
    cacheControl: false,
    setHeaders: (response, path) => {
      const kept = path.startsWith(assets);
      response.header(
        'cache-control',
        kept ? `public, max-age=${A_YEAR_S}, immutable` : 'no-cache',
      );
    },
  });
}

/** Before the first person there is nobody who could sign in: the first page is sign-up. */
function beginWithSignUp(fastify: FastifyInstance, { db }: Database): void {
  const known = { people: false };
  fastify.addHook('onRequest', async (request, reply) => {
    if (known.people || request.method !== 'GET' || request.url !== '/') return;
    known.people = (await db.selectFrom('users').select('id').limit(1).execute()).length > 0;
    if (known.people) return;
    await reply.header('cache-control', 'no-store').redirect('/signup', 302);
  });
}
