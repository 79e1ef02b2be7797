import * as v from 'valibot';
import {
  pullPageSchema,
  pushRequestSchema,
  pushAnswerSchema,
} from '../../model/protocol/messages.ts';
import { orgStream, projectScope } from '../../model/entities/scopes.ts';
import type { Device } from './device-types.ts';
import type { Network, Tamper, Tampered } from './network.ts';
import { type HttpAnswer, type HttpCall, jsonOf, pathOf } from './wire.ts';
import type { Poisoned, Setup } from './setup.ts';

/** Failures of a server that break no rule; the product must tolerate each of them. */

/** The server fails with 500 on one change, the first that waits on the device now, whenever it receives it. */
export function poisonFor(setup: Setup, device: Device): void {
  const view = device.view();
  const item = view.outbox.find(({ state }) => state === 'queued' || state === 'sending');
  if (item === undefined || view.clientId === undefined) return;
  const poisoned = { clientId: view.clientId, seq: item.seq };
  setup.poisoned.push(poisoned);
  setup.note(`  ${device.name}'s ${String(item.seq)} is poison`);
  setup.network.tampers.push({ call: (call) => failOn(setup, call, poisoned) });
}

function failOn(setup: Setup, call: HttpCall, { clientId, seq }: Poisoned): Tampered | undefined {
  if (pathOf(call) !== '/rest/sync/push') return undefined;
  const request = v.parse(pushRequestSchema, call.body);
  const at = request.calls.findIndex((one) => one.seq === seq);
  if (request.client_id !== clientId || at === -1 || !setup.server.isUp()) return undefined;
  const failed = { seq, status: 500, code: 'internal', message: 'It failed' };
  if (at === 0) {
    const epoch = setup.server.truth().streams().get(request.stream)?.epoch;
    // Another epoch is answered before any call runs.
    if (epoch !== request.epoch) return undefined;
    return { instead: json({ epoch, verdicts: [failed] }) };
  }
  return {
    call: { ...call, body: { ...request, calls: request.calls.slice(0, at) } },
    change: (answer) => {
      if (answer.status !== 200) return answer;
      const { epoch, verdicts } = v.parse(pushAnswerSchema, jsonOf(answer));
      const stopped = verdicts.length < at;
      return json({ epoch, verdicts: stopped ? verdicts : [...verdicts, failed] });
    },
  };
}

/** An overloaded server: every call is rejected for some time. */
export function overloaded(setup: Setup, milliseconds: number): void {
  const body = { status: 503, code: 'unavailable', message: 'Too much to do', request_id: 'x' };
  during(setup, milliseconds, {
    call: () => ({ instead: { ...json(body), status: 503, headers: { 'retry-after': '3' } } }),
  });
}

/**
 * A server whose pulls omit a project that the device has for some time: the scope is missing, or its rows are reported
 * as deleted one by one. Its counts (`sync/check`) stay correct. No device can detect that a new project is omitted.
 */
export function forgetful(setup: Setup, device: Device, milliseconds: number): void {
  const { largeProject, orgId } = setup.cast;
  const scope = projectScope(largeProject);
  const stream = orgStream(orgId);
  const deletes = milliseconds % 2 === 0;
  during(setup, milliseconds, {
    answer: (call, answer, line) => {
      if (line !== device.line || pathOf(call) !== '/rest/sync/pull') return answer;
      if (answer.status !== 200 || !call.url.includes(encodeURIComponent(stream))) {
        return answer;
      }
      const page = v.parse(pullPageSchema, jsonOf(answer));
      if (!page.scopes.includes(scope) || !page.complete) return answer;
      if (device.view().streams.get(stream)?.scopes[scope] === undefined) return answer;
      if (!deletes) return json({ ...page, scopes: page.scopes.filter((one) => one !== scope) });
      const gone = [...device.view().rows]
        .filter(
          ([key, row]) => key.startsWith('cards/') && row.scope === scope && row.v < page.head,
        )
        .map(([, { id }]) => ({ kind: 'del' as const, table: 'cards', id, v: page.head }));
      return gone.length <= LARGE ? answer : json({ ...page, changes: [...page.changes, ...gone] });
    },
  });
}

/** Fewer rows may be removed without a check (CLIENT-5). */
const LARGE = 55;

function during(setup: Setup, milliseconds: number, tamper: Tamper): void {
  const { tampers }: Network = setup.network;
  tampers.push(tamper);
  const stop = () => {
    const index = tampers.indexOf(tamper);
    if (index !== -1) tampers.splice(index, 1);
  };
  setup.loop.after(milliseconds, stop);
  setup.healings.push(stop);
}

function json(body: unknown): HttpAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    text: JSON.stringify(body),
  };
}
