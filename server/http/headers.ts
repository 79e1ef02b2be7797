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
  // Text reaches the page as text: markup and addresses of scripts pass the one policy of public/boot.js or are refused.
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default'],
};
/** The page of the API description builds itself from markup (Swagger UI). */
const WITHOUT_TRUSTED_TYPES = /^\/rest\/docs(?:[/?]|$)/;

/** Powerful features of browsers that Cairn's own pages may ask the person for; frames of other sites never. */
const OWN_FEATURES = ['camera', 'geolocation', 'microphone'] as const;

/** Powerful features of browsers that Cairn does not use. */
const REFUSED_FEATURES = [
  'accelerometer',
  'display-capture',
  'gyroscope',
  'magnetometer',
  'midi',
  'payment',
  'usb',
] as const;

/**
 * Sets the headers of every response. No other site may frame, embed or read it (no CORS), and the page loads nothing
 * that does not allow it (COEP): with COOP the browser gives it a process of its own. Behind TLS the browser always uses
 * TLS for this host, without its subdomains, which are not ours to decide about.
 */
export async function registerHeaders(
  fastify: FastifyInstance,
  { secure }: { readonly secure: boolean },
): Promise<void> {
  await fastify.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: { policy: 'require-corp' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure ? { maxAge: A_YEAR_S, includeSubDomains: false } : false,
  });
  const policy = contentPolicy();
  const policyOfDocs = contentPolicy({ trustedTypes: false });
  const features = [
    ...OWN_FEATURES.map((feature) => `${feature}=(self)`),
    ...REFUSED_FEATURES.map((feature) => `${feature}=()`),
  ].join(', ');
  fastify.addHook('onRequest', async (request, reply) => {
    const ofDocs = WITHOUT_TRUSTED_TYPES.test(request.url);
    reply.headers({
      'content-security-policy': ofDocs ? policyOfDocs : policy,
      'permissions-policy': features,
    });
  });
}

/** Allows style elements with this nonce in the page of the response. */
export function allowStyles(reply: FastifyReply, nonce: string): FastifyReply {
  return reply.header('content-security-policy', contentPolicy({ styleNonce: nonce }));
}

function contentPolicy({
  styleNonce,
  trustedTypes = true,
}: { readonly styleNonce?: string; readonly trustedTypes?: boolean } = {}): string {
  return Object.entries(POLICY)
    .filter(([name]) => trustedTypes || !name.includes('trusted-types'))
    .map(([name, sources]) => {
      const own = name === 'style-src' && styleNonce !== undefined ? [`'nonce-${styleNonce}'`] : [];
      return [name, ...sources, ...own].join(' ');
    })
    .join('; ');
}
