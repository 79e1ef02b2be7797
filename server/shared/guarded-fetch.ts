import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { guardOf, isNamed } from './public-address.ts';

interface GuardedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Longest wait for a response. */
const TIMEOUT_MS = 10_000;
/** Longest response that is read: what a provider describes of itself has some kilobytes. */
const MOST_BYTES = 1_000_000;

/**
 * Makes requests to addresses that an organisation names: https to the public internet, and http too to hosts that the
 * operator has named. Redirects are not followed. Rejects for another network, a longer response and a timeout.
 */
export function createGuardedFetch(privateHosts: readonly string[]) {
  return async (address: string, { method, headers, body }: GuardedRequest): Promise<Response> => {
    const target = new URL(address);
    const guard = guardOf(target, privateHosts);
    if (target.protocol !== 'https:' && !isNamed(target, privateHosts)) {
      throw new Error('The address does not begin with https://');
    }
    const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const request = send(target, {
        method,
        headers: {
          ...headers,
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        },
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...guard,
      });
      request.on('error', reject);
      request.on('response', (response) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        response.on('error', reject);
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > MOST_BYTES) request.destroy(new Error('The response is too long'));
          else parts.push(part);
        });
        response.on('end', () => {
          const status = response.statusCode ?? 0;
          if (status < 200 || status > 599) return reject(new Error('The response has no status'));
          const type = response.headers['content-type'];
          const hasBody = status !== 204 && status !== 205 && status !== 304;
          return resolve(
            new Response(hasBody ? Buffer.concat(parts) : null, {
              status,
              headers: type === undefined ? {} : { 'content-type': type },
            }),
          );
        });
      });
      request.end(body);
    });
  };
}
