import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Route } from '../pipeline.ts';
import { openApiDocument } from './document.ts';

/** The plugin's type for the document, which it only passes on. */
const pluginDocument = v.custom<StaticDocumentSpec['document']>(
  (input) => typeof input === 'object' && input !== null && 'openapi' in input,
);

/** `/rest/openapi.json`, and at `/rest/docs` a page that shows it and loads nothing from elsewhere. */
export async function registerDocs(
  fastify: FastifyInstance,
  routes: readonly Route[],
): Promise<void> {
  const document = openApiDocument(routes);
  await fastify.register(swagger, {
    mode: 'static',
    specification: { document: v.parse(pluginDocument, document) },
  });
  await fastify.register(swaggerUi, {
    routePrefix: '/rest/docs',
    uiConfig: { docExpansion: 'none', validatorUrl: null },
    theme: { title: 'Cairn: the API' },
    logLevel: 'silent',
  });
  fastify.get('/rest/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json').send(document),
  );
}
