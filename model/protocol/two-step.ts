import * as v from 'valibot';
import { parseAt } from '../shared/parse.ts';
import { answerSchema } from './session.ts';

/** What the person has set up for signing in besides the password. Instants are milliseconds by the server's clock. */
const factorsSchema = v.looseObject({
  totp: v.nullable(v.looseObject({ created_at: v.number() })),
  /** Recovery codes that are not used yet. */
  recovery_codes: v.number(),
  passkeys: v.optional(
    v.array(
      v.looseObject({
        id: v.string(),
        name: v.string(),
        created_at: v.number(),
        used_at: v.nullable(v.number()),
      }),
    ),
    [],
  ),
});
export type OwnFactors = v.InferOutput<typeof factorsSchema>;

const newTotpSchema = v.looseObject({ secret: v.string(), uri: v.string() });
/** The secret of an authenticator app, base32, and the address for its QR code. */
export type NewTotp = v.InferOutput<typeof newTotpSchema>;

const codesSchema = v.looseObject({ recovery_codes: v.array(v.string()) });

/** Options of the server for the browser's own calls, which check the rest. */
const optionsSchema = v.looseObject({ challenge: v.string() });
const creationSchema = v.looseObject({
  challenge: v.string(),
  rp: v.looseObject({ name: v.string() }),
  user: v.looseObject({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.looseObject({ alg: v.number(), type: v.literal('public-key') })),
});

/** Parsers of whole responses; each throws CairnError `invalid`. */
export const parseFactors = (answer: unknown) => parseAt(factorsSchema, dataOf(answer));
export const parseNewTotp = (answer: unknown) => parseAt(newTotpSchema, dataOf(answer));
export const parseCodes = (answer: unknown) => parseAt(codesSchema, dataOf(answer)).recovery_codes;

export const parsePasskeyOptions = (answer: unknown) => parseAt(optionsSchema, dataOf(answer));
export const parseCreation = (answer: unknown) => parseAt(creationSchema, dataOf(answer));

function dataOf(answer: unknown): unknown {
  return parseAt(answerSchema, answer).data;
}
