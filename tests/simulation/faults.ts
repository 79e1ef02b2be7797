import * as v from 'valibot';
import { pullPageSchema, type PushCall, pushRequestSchema } from '../../model/protocol/messages.ts';
import type { Dice } from './dice.ts';
import type { Tamper } from './network.ts';
import type { SimServer } from './sim-server.ts';
import type { VirtualLoop } from './virtual-loop.ts';
import { type HttpAnswer, type HttpCall, jsonOf, pathOf } from './wire.ts';

/** A server that breaks a rule, made of the real one by changing what goes in and what comes out. */
export interface ServerFault {
  readonly name: string;
  readonly rule: string;
  readonly tamper: (world: FaultWorld) => Tamper;
}

export interface FaultWorld {
  readonly loop: VirtualLoop;
  readonly server: SimServer;
  readonly dice: Dice;
}

export const SERVER_FAULTS: readonly ServerFault[] = [
  { name: 'a page splits a version', rule: 'PULL-3', tamper: () => ({ answer: splitVersion }) },
  { name: 'one counter a project', rule: 'Words: stream', tamper: countersOfTheirOwn },
  { name: 'verdicts dropped by age', rule: 'WRITE-3', tamper: forgetVerdicts },
  { name: 'moves are not told', rule: 'PULL-2', tamper: () => ({ answer: withoutMoves }) },
  { name: 'no 412 for a text that changed', rule: 'WRITE-4', tamper: () => ({ call: withoutIfMatch }) },
];

/** Cuts a page behind a row, not behind a version: the rest of that version is never told. */
function splitVersion(call: HttpCall, answer: HttpAnswer): HttpAnswer {
  return onPage(call, answer, (page) => {
    const at = page.changes.findIndex(
      ({ v: version }, index) => version === page.changes[index + 1]?.v,
    );
    const last = page.changes[at];
    if (last === undefined) return page;
    return { ...page, changes: page.changes.slice(0, at + 1), next: last.v, complete: false };
  });
}

/** Versions as counters of each project would have given them: those of two projects say nothing of each other. */
function countersOfTheirOwn({ server }: FaultWorld): Tamper {
  return {
    answer: (call, answer) => {
      const stream = new URLSearchParams(call.url.split('?')[1]).get('stream') ?? '';
      const count = (scope: string, version: number) =>
        server.isUp() ? server.truth().countInScope(stream, scope, version) : version;
      return onPage(call, answer, (page) => ({
        ...page,
        changes: page.changes.map((change) => {
          if (change.kind !== 'put') return change;
          const version = count(change.row.scope, change.v);
          return { ...change, v: version, row: { ...change.row, v: version } };
        }),
      }));
    },
  };
}

const VERDICT_AGE = 2_000;

function forgetVerdicts({ loop, server }: FaultWorld): Tamper {
  let last = 0;
  return {
    call: () => {
      const app = server.app();
      if (app === undefined || loop.now() - last < VERDICT_AGE) return undefined;
      last = loop.now();
      void app.services.writer.write([], async (tx) => {
        const db = await tx.db();
        await db.deleteFrom('verdicts').execute();
      });
      return undefined;
    },
  };
}

function withoutMoves(call: HttpCall, answer: HttpAnswer): HttpAnswer {
  return onPage(call, answer, (page) => ({
    ...page,
    changes: page.changes.filter(({ kind }) => kind !== 'moved'),
  }));
}

function withoutIfMatch(call: HttpCall): { readonly call: HttpCall } | undefined {
  return onCalls(call, (calls) => calls.map(({ if_match: _match, ...rest }) => rest));
}

type Page = v.InferOutput<typeof pullPageSchema>;

function onPage(call: HttpCall, answer: HttpAnswer, change: (page: Page) => Page): HttpAnswer {
  if (pathOf(call) !== '/rest/sync/pull' || answer.status !== 200) return answer;
  const page = v.parse(pullPageSchema, jsonOf(answer));
  return { ...answer, text: JSON.stringify(change(page)) };
}

export function onCalls(
  call: HttpCall,
  change: (calls: readonly PushCall[]) => readonly PushCall[],
): { readonly call: HttpCall } | undefined {
  if (pathOf(call) !== '/rest/sync/push') return undefined;
  const request = v.parse(pushRequestSchema, call.body);
  return { call: { ...call, body: { ...request, calls: change(request.calls) } } };
}
