import * as v from 'valibot';
import {
  type PullPage,
  type PushCall,
  errorBodySchema,
  pushRequestSchema,
} from '../../model/protocol/messages.ts';
import type { SeededRandom } from './random.ts';
import type { Tamper } from './network.ts';
import type { SimServer } from './sim-server.ts';
import type { VirtualLoop } from './virtual-loop.ts';
import { type HttpAnswer, type HttpCall, jsonOf, pathOf } from './wire.ts';
import { writeUnwatched } from './write-unwatched.ts';

/** What a changed server may use. */
export interface FaultSetup {
  readonly loop: VirtualLoop;
  readonly server: SimServer;
  readonly random: SeededRandom;
}

/** Ends a page after a row, inside a version; the rest of the version is never sent. */
export function splitVersion(page: PullPage): PullPage {
  const at = page.changes.findIndex(
    ({ v: version }, index) => version === page.changes[index + 1]?.v,
  );
  const last = page.changes[at];
  if (last === undefined) return page;
  return { ...page, changes: page.changes.slice(0, at + 1), next: last.v, complete: false };
}

/** Versions from one counter per project: versions of two projects cannot be compared. */
export function countersOfTheirOwn({ server }: FaultSetup): Tamper {
  return {
    page: (page, stream) => ({
      ...page,
      changes: page.changes.map((change) => {
        if (change.kind !== 'put' || !server.isUp()) return change;
        const version = server.truth().countInScope(stream, change.row.scope, change.v);
        return { ...change, v: version, row: { ...change.row, v: version } };
      }),
    }),
  };
}

const VERDICT_AGE = 2_000;

export function forgetVerdicts({ loop, server }: FaultSetup): Tamper {
  let last = 0;
  return {
    call: () => {
      const app = server.app();
      if (app === undefined || loop.now() - last < VERDICT_AGE) return undefined;
      last = loop.now();
      writeUnwatched(app, [], async (tx) => {
        const db = await tx.db();
        await db.deleteFrom('verdicts').execute();
      });
      return undefined;
    },
  };
}

/**
 * Forgets the digests of acknowledged calls, with which the server rejects the call of a copy by itself: its text is
 * then kept as rejected, and the device's own rule shows no effect.
 */
export function forgetDigests({ server }: FaultSetup): Tamper {
  return {
    call: (call) => {
      if (pathOf(call) !== '/rest/sync/push') return undefined;
      writeUnwatched(server.app(), [], async (tx) => {
        const db = await tx.db();
        await db.deleteFrom('settled_keys').execute();
      });
      return undefined;
    },
  };
}

export function withoutMoves(page: PullPage): PullPage {
  return { ...page, changes: page.changes.filter(({ kind }) => kind !== 'moved') };
}

export function withoutIfMatch(call: HttpCall): { readonly call: HttpCall } | undefined {
  return onCalls(call, (calls) => calls.map(({ if_match: _match, ...rest }) => rest));
}

/**
 * Removes the evidence that a server has lost writes: the highest seq it reported as received, and the time of a
 * version.
 */
export function withoutMessages(call: HttpCall): { readonly call: HttpCall } | undefined {
  if (call.url.startsWith('/rest/sync/pull?')) {
    return { call: { ...call, url: call.url.replace(/&since_at=\d+/, '') } };
  }
  if (pathOf(call) !== '/rest/sync/push') return undefined;
  const { heard: _heard, since: _since, ...request } = v.parse(pushRequestSchema, call.body);
  return { call: { ...call, body: request } };
}

/** Answers a cursor above the head in the same epoch with 410, as after a long absence. */
export function refillInstead(call: HttpCall, answer: HttpAnswer): HttpAnswer {
  const asked = new URLSearchParams(call.url.split('?')[1]).get('epoch');
  if (answer.status !== 409 || pathOf(call) !== '/rest/sync/pull') return answer;
  const body = v.parse(errorBodySchema, jsonOf(answer));
  if (body.details?.['epoch'] !== asked) return answer;
  return { ...answer, status: 410, text: JSON.stringify({ ...body, status: 410, code: 'refill' }) };
}

export function onCalls(
  call: HttpCall,
  change: (calls: readonly PushCall[]) => readonly PushCall[],
): { readonly call: HttpCall } | undefined {
  if (pathOf(call) !== '/rest/sync/push') return undefined;
  const request = v.parse(pushRequestSchema, call.body);
  return { call: { ...call, body: { ...request, calls: change(request.calls) } } };
}
