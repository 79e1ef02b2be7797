import { Agent, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';

/** What all requests of a run have cost. */
export interface Traffic {
  requests: number;
  /** Of bodies. */
  bytesSent: number;
  /** Of bodies and frames. */
  bytesReceived: number;
  /** Failed requests and sockets, by what went wrong. */
  readonly errors: Map<string, number>;
}

export function noTraffic(): Traffic {
  return { requests: 0, bytesSent: 0, bytesReceived: 0, errors: new Map() };
}

export function noteError(traffic: Traffic, what: string): void {
  traffic.errors.set(what, (traffic.errors.get(what) ?? 0) + 1);
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  /** Seconds until the server admits the call; 0: it named none. */
  readonly retryAfter: number;
}

export type Call = (
  method: 'GET' | 'POST',
  path: string,
  options?: { readonly token?: string; readonly body?: object },
) => Promise<Reply>;

export interface Caller {
  /** Calls below `/rest/`; rejects when the connection breaks. */
  readonly call: Call;
  /** Closes the idle connections. */
  readonly close: () => void;
}

/** Calls one server over connections that stay open. */
export function callerOf(url: string, traffic: Traffic): Caller {
  const secure = url.startsWith('https:');
  const send = secure ? secureRequest : request;
  const agent = new (secure ? SecureAgent : Agent)({ keepAlive: true, maxSockets: 64 });
  const call: Call = async (method, path, { token, body } = {}) => {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    traffic.requests += 1;
    traffic.bytesSent += payload?.length ?? 0;
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && {
        'content-type': 'application/json',
        'content-length': payload.length,
      }),
    };
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const outgoing = send(`${url}/rest/${path}`, { method, agent, headers }, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('error', reject);
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () => {
        const bytes = Buffer.concat(parts);
        traffic.bytesReceived += bytes.length;
        const retryAfter = Number(incoming.headers['retry-after'] ?? 0);
        const status = incoming.statusCode ?? 0;
        if (status >= 400) noteError(traffic, `${path.split('?', 1)[0] ?? ''} ${String(status)}`);
        resolve({ status, text: bytes.toString('utf8'), retryAfter });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
    return promise;
  };
  return { call, close: () => agent.destroy() };
}
