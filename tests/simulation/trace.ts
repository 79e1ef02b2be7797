import * as v from 'valibot';
import {
  pullPageSchema,
  pushAnswerSchema,
  pushRequestSchema,
} from '../../model/protocol/messages.ts';
import { type HttpAnswer, type HttpCall, jsonOf, pathOf } from './wire.ts';

/** One line about a call and the server's response, for readers of a failure. */
export function traceOf(call: HttpCall, answer: HttpAnswer): string {
  const path = pathOf(call).replace('/rest/', '');
  const query = new URLSearchParams(call.url.split('?')[1]);
  const context = ['stream', 'since', 'after'].flatMap((name) => query.get(name) ?? []).join(' ');
  return `${path} ${context} -> ${String(answer.status)} ${summaryOf(path, call, answer)}`;
}

function summaryOf(path: string, call: HttpCall, answer: HttpAnswer): string {
  const body = jsonOf(answer);
  if (answer.status !== 200) {
    const { code } = v.parse(v.fallback(v.looseObject({ code: v.string() }), { code: '' }), body);
    return code;
  }
  if (path === 'sync/pull') {
    const { head, next, changes, complete, scopes } = v.parse(pullPageSchema, body);
    const rows = changes.map(
      ({ kind, table, id, v: version }) => `${kind} ${table}/${id}@${String(version)}`,
    );
    return `next ${String(next)} of ${String(head)}${complete ? '' : ', more'}; ${String(scopes.length)} scopes; ${rows.join(', ')}`;
  }
  if (path === 'sync/push') {
    const { client_id, ack_through, calls } = v.parse(pushRequestSchema, call.body);
    const { verdicts } = v.parse(pushAnswerSchema, body);
    const each = calls.map(({ seq, method, path: to, if_match }) => {
      const verdict = verdicts.find((one) => one.seq === seq);
      const outcome = [
        verdict?.status,
        verdict?.code,
        verdict?.version,
        verdict?.replayed === true ? 'replayed' : undefined,
        verdict?.settled === true ? 'settled' : undefined,
      ];
      const match = if_match === undefined ? '' : ` if ${String(if_match)}`;
      return `${String(seq)} ${method} ${to}${match} = ${outcome.filter((part) => part !== undefined).join(' ')}`;
    });
    return `client ${client_id.slice(-4)}, acked ${String(ack_through)}: ${each.join('; ')}`;
  }
  return '';
}
