import type { ProxyKind } from './event.ts';
import type { Proxy } from './network.ts';
import type { SeededRandom } from './random.ts';
import type { HttpAnswer } from './wire.ts';

/** Intermediaries between a device and the server; no response of theirs is a verdict (MUT-7.3). */
export function proxyOf(kind: ProxyKind, random: SeededRandom): Proxy {
  switch (kind) {
    case 'portal':
      return { instead: () => page(200) };
    case 'filter':
      return { instead: ({ method }) => (method === 'POST' ? page(403) : undefined) };
    case 'gateway':
      return { change: (answer) => (random.chance(0.6) ? page(502) : answer) };
    case 'cutter':
      return {
        change: (answer) =>
          random.chance(0.6)
            ? { ...answer, text: answer.text.slice(0, random.int(answer.text.length)) }
            : answer,
      };
  }
}

function page(status: number): HttpAnswer {
  return {
    status,
    headers: { 'content-type': 'text/html' },
    text: '<!doctype html><title>Sign in to continue</title>',
  };
}
