import * as v from 'valibot';
import { pullPageSchema, pushRequestSchema } from '../../../model/protocol/messages.ts';
import { rowKey } from '../../../sync/core/row-key.ts';
import type { StoreView } from '../store-view.ts';
import type { Truth } from '../truth.ts';
import { type HttpAnswer, type HttpCall, jsonOf, pathOf } from '../wire.ts';

/** 7: a page contains all changes of a version in the scopes it lists, or none of them. */
export function pagesFallBetweenVersions(
  call: HttpCall,
  answer: HttpAnswer,
  truth: Truth,
): string | undefined {
  if (pathOf(call) !== '/rest/sync/pull' || answer.status !== 200) return undefined;
  const page = v.parse(pullPageSchema, jsonOf(answer));
  const query = new URLSearchParams(call.url.split('?')[1]);
  const stream = query.get('stream') ?? '';
  if (truth.streams().get(stream)?.epoch !== page.epoch) return undefined;
  const contained = new Set(page.changes.map(({ table, id }) => rowKey(table, id)));
  const since = Number(query.get('since'));
  const due = truth.changedBetween(stream, since, page.next, new Set(page.scopes));
  const missing = [...due].filter((key) => !contained.has(key));
  if (missing.length === 0) return undefined;
  return `a page of ${stream} from ${String(since)} to ${String(page.next)} leaves out ${missing.join(', ')}`;
}

/** 11: a mutation is sent only when the earlier pending mutations of its row or parent are settled. */
export function nothingOvertakes(call: HttpCall, view: StoreView): string | undefined {
  const request = pushOf(call, view);
  if (request === undefined) return undefined;
  const inBatch = new Set(request.calls.map(({ seq }) => seq));
  for (const { seq } of request.calls) {
    const item = view.outbox.find((one) => one.seq === seq);
    if (item === undefined) continue;
    const needs = new Set([...item.keys, ...item.parents]);
    const before = view.outbox.find(
      (one) =>
        one.seq < seq &&
        one.state !== 'acked' &&
        !inBatch.has(one.seq) &&
        one.keys.some((key) => needs.has(key)),
    );
    if (before !== undefined) {
      return `${String(seq)} (${item.name}) is sent while ${String(before.seq)} (${before.name}, ${before.state}) waits`;
    }
  }
  const order = request.calls.map(({ seq }) => seq);
  const sorted = order.toSorted((left, right) => left - right);
  return order.join() === sorted.join() ? undefined : `a batch out of order: ${order.join()}`;
}

/** 13: a client acknowledges a verdict only when it has stored it, because the server may delete it from then on. */
export function acksOnlyWhatIsSettled(call: HttpCall, view: StoreView): string | undefined {
  const request = pushOf(call, view);
  if (request === undefined) return undefined;
  const open = view.outbox.find(
    (item) => item.seq <= request.ack_through && item.state !== 'acked',
  );
  if (open === undefined) return undefined;
  return `acks through ${String(request.ack_through)} while ${String(open.seq)} is ${open.state}`;
}

/** Body of a push under this device's own client id. */
export function pushOf(call: HttpCall, view: StoreView) {
  if (pathOf(call) !== '/rest/sync/push') return undefined;
  const request = v.parse(pushRequestSchema, call.body);
  return request.client_id === view.clientId ? request : undefined;
}
