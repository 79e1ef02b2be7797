import * as v from 'valibot';
import { parseAt } from '../shared/parse.ts';

/** How a person proves themselves at an action that asks for it. */
const ownProofSchema = v.looseObject({
  /** True: by their password. False: by one of the following. */
  password: v.boolean(),
  passkey: v.boolean(),
  /** By a new sign-in at the identity provider of their address. */
  provider: v.boolean(),
  /** End of a proof without a password: milliseconds since 1970, UTC, by the server's clock; null: there is none. */
  until: v.nullable(v.number()),
});
export type OwnProof = v.InferOutput<typeof ownProofSchema>;

const proofAnswer = v.looseObject({ data: ownProofSchema });

/** Parses a whole response; throws CairnError `invalid`. */
export const parseOwnProof = (response: unknown): OwnProof => parseAt(proofAnswer, response).data;
