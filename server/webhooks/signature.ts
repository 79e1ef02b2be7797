import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** A new secret, in the form of the specification below. */
export function newWebhookSecret(random: (count: number) => Uint8Array): string {
  return PREFIX + Buffer.from(random(32)).toString('base64');
}

interface SignedInput {
  /** Id of the delivery: the same in each attempt, so that the receiver recognises a repeated one. */
  readonly id: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  readonly body: string;
  /** While a secret is replaced, the former one too. */
  readonly secrets: readonly string[];
}

/**
 * Headers of a delivery after the specification Standard Webhooks: HMAC-SHA256 of id, time (seconds) and body, one
 * signature for each secret. The time is part of what is signed, so that a receiver can refuse an old copy.
 */
export function signedHeaders({ id, at, body, secrets }: SignedInput): Record<string, string> {
  const seconds = String(Math.floor(at / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'user-agent': 'Cairn',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  };
}
