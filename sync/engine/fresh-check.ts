import type { Check } from '../../model/protocol/messages.ts';
import { authed, type EngineContext } from './context.ts';
import type { Reply } from '../core/ports/transport.ts';

/**
 * PULL-8.2: what the server counts of one scope from its rows, because a kept digest that differs from this device may
 * itself be wrong. `kept`: the response to the check that differs, which stays valid for a server of an older build.
 */
export async function freshCheck(
  context: EngineContext,
  {
    stream,
    scope,
    kept,
  }: { readonly stream: string; readonly scope: string; readonly kept: Check },
): Promise<Reply<Check>> {
  const reply = await authed(context, () =>
    context.ports.transport.check({ stream, scope, fresh: true }),
  );
  const isUnknown = !reply.ok && reply.failure.kind === 'refused' && isOld(reply.failure.status);
  return isUnknown ? { ok: true, value: kept } : reply;
}

/** A server of an older build refuses the query. */
function isOld(status: number): boolean {
  return status === 400 || status === 404;
}
