import * as v from 'valibot';
import { answerSchema } from '../../model/protocol/session.ts';
import { parseAt } from '../../model/shared/parse.ts';
import type { AccountCall, Outcome } from '../worker/types.ts';
import { unwrap } from './worker-link.ts';

/** A place where the person is signed in. Instants are milliseconds by the server's clock. */
const sessionSchema = v.looseObject({
  id: v.string(),
  browser: v.nullable(v.string()),
  created_at: v.number(),
  used_at: v.number(),
  shared: v.boolean(),
  /** This browser. */
  current: v.boolean(),
});
export type OwnSession = v.InferOutput<typeof sessionSchema>;

const resetSchema = v.looseObject({ display_name: v.string(), email: v.string() });
const addressSchema = v.looseObject({ email: v.string(), confirmed: v.boolean() });

interface ResetLink {
  readonly id: string;
  readonly token: string;
}

/**
 * What only the server can do about an account. Each needs a connection, rejects with CairnError, and is tried once;
 * texts are the server's sentences.
 */
export interface AccountCalls {
  readonly requestReset: (email: string) => Promise<string>;
  readonly lookReset: (link: ResetLink) => Promise<v.InferOutput<typeof resetSchema>>;
  readonly confirmReset: (input: ResetLink & { readonly password: string }) => Promise<string>;
  readonly changePassword: (input: {
    readonly current_password: string;
    readonly password: string;
  }) => Promise<string>;
  /** The address the account has, and whether a letter to it has been answered. */
  readonly address: () => Promise<v.InferOutput<typeof addressSchema>>;
  readonly changeAddress: (input: {
    readonly email: string;
    readonly password: string;
  }) => Promise<string>;
  readonly verifyAddress: () => Promise<string>;
  readonly confirmAddress: (token: string) => Promise<string>;
  readonly sessions: () => Promise<readonly OwnSession[]>;
  readonly endSession: (id: string) => Promise<string>;
  readonly endOtherSessions: () => Promise<string>;
}

export function accountCalls(ask: (call: AccountCall) => Promise<Outcome<unknown>>): AccountCalls {
  const say = async (call: AccountCall) =>
    parseAt(answerSchema, unwrap(await ask(call))).message ?? '';
  const read = async <Schema extends v.GenericSchema>(call: AccountCall, schema: Schema) =>
    parseAt(schema, parseAt(answerSchema, unwrap(await ask(call))).data);
  return {
    requestReset: (email) =>
      say({ path: 'api/password-reset/request/', body: { email }, isPublic: true }),
    lookReset: ({ id, token }) =>
      read({ path: 'api/password-reset/look/', body: { id, token }, isPublic: true }, resetSchema),
    confirmReset: (input) =>
      say({ path: 'api/password-reset/confirm/', body: { ...input }, isPublic: true }),
    changePassword: (input) => say({ path: 'api/password/change/', body: { ...input } }),
    address: () => read({ method: 'GET', path: 'api/email-address/' }, addressSchema),
    changeAddress: (input) => say({ path: 'api/email-address/change/', body: { ...input } }),
    verifyAddress: () => say({ path: 'api/email-address/verify/' }),
    confirmAddress: (token) => say({ path: 'api/email-address/confirm/', body: { token } }),
    sessions: () => read({ method: 'GET', path: 'api/session/list/' }, v.array(sessionSchema)),
    endSession: (id) => say({ path: 'api/session/end/', body: { id } }),
    endOtherSessions: () => say({ path: 'api/session/end-others/' }),
  };
}
