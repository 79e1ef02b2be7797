import { createHmac } from 'node:crypto';
import { hostname } from 'node:os';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import * as v from 'valibot';
import type { SecurityLogTable } from '../store/tables/security.ts';

/** A system that receives the events of the security log. */
export interface SecurityTarget {
  readonly name: string;
  /** Sends a batch, oldest first; rejects when it must be sent again. Events may arrive twice: their ids are unique. */
  readonly send: (events: readonly SecurityLogTable[]) => Promise<void>;
}

const detailsSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));
const TIMEOUT_MS = 20_000;

/** An event as other systems receive it. */
export function eventJson(event: SecurityLogTable): Readonly<Record<string, unknown>> {
  return {
    id: event.id,
    at: new Date(event.at).toISOString(),
    kind: event.kind,
    organization: event.org_id === '' ? null : event.org_id,
    user: event.user_id,
    organization_user: event.org_user,
    email: event.email,
    subject: event.subject,
    address: event.address,
    browser: event.browser,
    details: v.parse(detailsSchema, event.details),
  };
}

/**
 * POST of `{"events": [...]}`; any 2xx accepts the batch. With a secret, `X-Cairn-Signature: sha256=<hex>` is the HMAC
 * of the body. Redirects are failures: the body goes nowhere else.
 */
export function webhookTarget({
  url,
  secret,
}: {
  readonly url: string;
  readonly secret: string | undefined;
}): SecurityTarget {
  return {
    name: 'webhook',
    send: async (events) => {
      const body = JSON.stringify({ events: events.map(eventJson) });
      const headers = new Headers({ 'content-type': 'application/json' });
      if (secret !== undefined) {
        const hmac = createHmac('sha256', secret).update(body).digest('hex');
        headers.set('x-cairn-signature', `sha256=${hmac}`);
      }
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`The webhook answered ${String(answer.status)}`);
    },
  };
}

/**
 * RFC 5424 lines over TCP or TLS with their length in front (RFC 6587, 5425). The protocol has no acknowledgement: a
 * batch counts as accepted when the receiver has closed the connection after reading everything.
 */
export function syslogTarget(url: string): SecurityTarget {
  const { protocol, hostname: host, port } = new URL(url);
  const isTls = protocol === 'tls:';
  const name = host.replace(/^\[|\]$/g, '');
  return {
    name: 'syslog',
    send: async (events) => {
      const text = events.map((event) => framed(syslogLine(event))).join('');
      const options = { host: name, port: Number(port === '' ? (isTls ? 6514 : 601) : port) };
      const socket = isTls ? connectTls({ ...options, servername: name }) : connect(options);
      const done = Promise.withResolvers<void>();
      socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('No answer in time')));
      socket.once('error', done.reject);
      socket.once(isTls ? 'secureConnect' : 'connect', () => socket.end(text));
      socket.once('close', (hadError) => {
        if (!hadError) done.resolve();
      });
      socket.resume();
      await done.promise;
    },
  };
}

/** Facility 10 (security), severity notice, or warning for what somebody was denied. */
function syslogLine(event: SecurityLogTable): string {
  const isWarning = /failed|limited|wrong|refused|guesses/.test(event.kind);
  const priority = 10 * 8 + (isWarning ? 4 : 5);
  const at = new Date(event.at).toISOString();
  return `<${String(priority)}>1 ${at} ${hostname()} cairn - ${event.kind} - ${JSON.stringify(eventJson(event))}`;
}

function framed(line: string): string {
  return `${String(Buffer.byteLength(line))} ${line}`;
}
