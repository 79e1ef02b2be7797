import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { freePort } from './free-port.ts';

/** A webhook as it arrived; `signed`: the text of its signature. */
export interface Received {
  readonly id: string;
  readonly signatures: readonly string[];
  readonly signed: string;
}

/** A server that keeps what it receives and answers with a chosen status. */
export async function startReceiver() {
  const port = await freePort();
  const received: Received[] = [];
  let status = 204;
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const id = String(request.headers['webhook-id']);
      received.push({
        id,
        signatures: String(request.headers['webhook-signature']).split(' '),
        signed: `${id}.${String(request.headers['webhook-timestamp'])}.${body}`,
      });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${String(port)}/cairn`,
    received,
    respond: (next: number) => {
      status = next;
    },
    close: () => server.close(),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}

/** Signature of Standard Webhooks. */
export function sign(secret: string, { signed }: Received): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
