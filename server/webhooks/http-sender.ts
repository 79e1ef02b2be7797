import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { guardOf } from '../shared/public-address.ts';

/** A signed request, ready to be sent. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends a request; resolves to the status of the response, rejects without one. */
export type WebhookSender = (request: WebhookRequest) => Promise<number>;

/** Longest wait for a response. */
const TIMEOUT_MS = 10_000;

/**
 * Sends by HTTP to addresses of the public internet alone, and to the hosts that the operator has named. Redirects are
 * not followed, the body of a response is not read, and no connection is used twice.
 */
export function createHttpSender(privateHosts: readonly string[]): WebhookSender {
  return async ({ url, headers, body }) => {
    const target = new URL(url);
    const guard = guardOf(target, privateHosts);
    const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const request = send(target, {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...guard,
      });
      request.on('response', (response) => {
        response.destroy();
        resolve(response.statusCode ?? 0);
      });
      request.on('error', reject);
      request.end(body);
    });
  };
}
