import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

const A_YEAR_S = 31_536_000;

/** What a page of this server may do: nothing that is not named, and nothing from elsewhere. */
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
  // A PDF that is shown before it has been sent.
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
 * The headers of every answer. No other site may frame, embed or read anything of it (no CORS); behind TLS the browser
 * never comes without it again, for this address alone: what else lives under the domain is not ours to decide.
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

/** Lets style elements with this nonce count in the page that is being answered. */
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
