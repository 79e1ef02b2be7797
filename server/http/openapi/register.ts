import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Route } from '../pipeline.ts';
import { openApiDocument } from './document.ts';

/** `/rest/openapi.json`, and at `/rest/docs` a page to read it that loads nothing from elsewhere. */
export async function registerDocs(
  fastify: FastifyInstance,
  routes: readonly Route[],
): Promise<void> {
  const document = openApiDocument(routes);
  // The plugins' own types want a document of theirs; what they get is the text of ours.
  await fastify.register(swagger, {
    mode: 'static',
    specification: { document: JSON.parse(JSON.stringify(document)) },
  });
  await fastify.register(swaggerUi, {
    routePrefix: '/rest/docs',
    uiConfig: { url: '/rest/openapi.json', docExpansion: 'none', validatorUrl: null },
    theme: { title: 'Cairn: the API' },
    logLevel: 'silent',
  });
  fastify.get('/rest/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json').send(document),
  );
}
