import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

const A_YEAR_S = 31_536_000;

/**
 * Content security policy of a page: everything that is not named is forbidden, and nothing is loaded from elsewhere.
 */
const POLICY: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'media-src': ["'self'", 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  // A PDF that is shown before it has been uploaded.
  'frame-src': ["'self'", 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

/** Powerful features of browsers, none of which Cairn uses. */
const REFUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
] as const;

/**
 * Sets the headers of every response. No other site may frame, embed or read it (no CORS); behind TLS the browser
 * always uses TLS for this host, without its subdomains, which are not ours to decide about.
 */
export async function registerHeaders(
  fastify: FastifyInstance,
  { secure }: { readonly secure: boolean },
): Promise<void> {
  await fastify.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure ? { maxAge: A_YEAR_S, includeSubDomains: false } : false,
  });
  const policy = contentPolicy();
  const features = REFUSED_FEATURES.map((feature) => `${feature}=()`).join(', ');
  fastify.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'content-security-policy': policy, 'permissions-policy': features });
  });
}

/** Allows style elements with this nonce in the page of the response. */
export function allowStyles(reply: FastifyReply, nonce: string): FastifyReply {
  return reply.header('content-security-policy', contentPolicy(nonce));
}

function contentPolicy(styleNonce?: string): string {
  return Object.entries(POLICY)
    .map(([name, sources]) => {
      const own = name === 'style-src' && styleNonce !== undefined ? [`'nonce-${styleNonce}'`] : [];
      return [name, ...sources, ...own].join(' ');
    })
    .join('; ');
}
