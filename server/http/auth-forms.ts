import { OVERLAP_HOURS } from '../auth/former-secrets.ts';
import * as v from 'valibot';
import { inEnglish } from '../../model/shared/message.ts';
import { PASSWORD_TOO_SHORT } from '../../model/shared/texts-with-values.ts';
import { REMOVALS } from '../../model/protocol/session-end.ts';
import { isCommonPassword, PASSWORD_TOO_COMMON } from '../../model/shared/common-passwords.ts';
import { PASSWORD_MIN } from '../../model/shared/password-names.ts';
import {
  codePoints,
  emailSchema,
  isCleanText,
  nameSchema,
  phoneSchema,
} from '../../model/shared/text.ts';

/** Length of passwords in code points: at least 8 (board spec, 5); the upper bound limits the hashing. */
const PASSWORD_MAX = 200;

/** A body or query that names every field it accepts. */
export function strictFields<const Fields extends v.ObjectEntries>(fields: Fields) {
  return v.strictObject(fields, (issue) =>
    issue.expected === 'never' ? 'is not a field of this call' : 'is required',
  );
}

const newPasswordSchema = v.pipe(
  v.string('is required'),
  v.check(
    (text) => codePoints(text) >= PASSWORD_MIN,
    inEnglish({ id: PASSWORD_TOO_SHORT, values: { count: PASSWORD_MIN } }),
  ),
  v.check((text) => codePoints(text) <= PASSWORD_MAX, /*i18n*/ 'The password is too long'),
);

/** A password chosen here: long enough and not common. */
const chosenPasswordSchema = v.pipe(
  newPasswordSchema,
  v.check((text) => !isCommonPassword(text), PASSWORD_TOO_COMMON),
);

/** A password to be checked; bounded, because each is hashed before it can be compared. */
const claimedPasswordSchema = v.pipe(
  v.string('is required'),
  v.nonEmpty('is required'),
  v.maxLength(1_000, 'is too long'),
);

/** The same as a proof; empty from a person without one, who proves themselves otherwise (`auth/own-proof.ts`). */
const ownPasswordSchema = v.pipe(v.string('is required'), v.maxLength(1_000, 'is too long'));

const secretSchema = v.pipe(
  v.string('is required'),
  v.nonEmpty('is required'),
  v.maxLength(200, 'is too long'),
  v.check(isCleanText, 'contains characters that cannot be stored'),
);

const organizationSchema = v.object({ name: nameSchema }, 'is required');

/** Text that is stored unchanged. */
const storedText = v.pipe(
  v.string(),
  v.maxLength(500, 'is too long'),
  v.check(isCleanText, 'contains characters that cannot be stored'),
);

/** Chosen at random by the caller, and the same when it repeats the call because the response was lost. */
const retryKeySchema = v.optional(
  v.pipe(
    v.string('must be text'),
    v.regex(/^[\w-]{43,100}$/, 'must be 256 random bits or more, in base64url or hex'),
    v.description(
      'Random text of 43 to 100 letters, digits, - and _ that nobody else knows. When no answer came, send the call again with the same one within an hour: what the first has done is not done twice.',
    ),
  ),
);

/** A code of an authenticator app, or a recovery code. */
const codeSchema = v.pipe(
  v.string('is required'),
  v.nonEmpty('is required'),
  v.maxLength(40, 'is too long'),
);

export const signInForm = strictFields({
  email: emailSchema,
  password: claimedPasswordSchema,
  device_token: v.optional(v.nullable(storedText)),
  /** True on a shared computer: the session ends with the browser, and within half a day. */
  shared: v.optional(v.boolean('must be true or false'), false),
  /** For an account with a two-step sign-in. */
  code: v.optional(codeSchema),
  retry_key: retryKeySchema,
});

export const signUpForm = strictFields({
  display_name: nameSchema,
  email: emailSchema,
  phone_number: phoneSchema,
  organization: v.pipe(
    v.unknown(),
    v.transform(unpacked),
    organizationSchema,
    v.description('An object with a name: {"name": "..."}. In a form, its JSON text.'),
  ),
  password: chosenPasswordSchema,
  retry_key: retryKeySchema,
});

/** The name and the phone number are required for a new account. */
export const acceptForm = strictFields({
  token: secretSchema,
  /** A person with an account enters its password: common passwords are rejected only where one is chosen. */
  password: newPasswordSchema,
  display_name: v.optional(nameSchema),
  phone_number: v.optional(phoneSchema),
  retry_key: retryKeySchema,
});
export const checkForm = strictFields({ token: secretSchema });
const personField = v.union([v.pipe(v.number(), v.integer(), v.transform(String)), storedText]);
export const resendForm = strictFields({ organization_user: personField });
export const resetRequestForm = strictFields({ email: emailSchema });
export const resetCheckForm = strictFields({ id: secretSchema, token: secretSchema });
export const resetConfirmForm = strictFields({
  id: secretSchema,
  token: secretSchema,
  password: chosenPasswordSchema,
});
export const passwordForm = strictFields({
  current_password: v.pipe(
    claimedPasswordSchema,
    v.check(isCleanText, 'contains characters that cannot be stored'),
  ),
  password: chosenPasswordSchema,
});
export const addressForm = strictFields({ email: emailSchema, password: ownPasswordSchema });
const base64url = v.pipe(
  v.string('is required'),
  v.regex(/^[\w-]+$/, 'must be base64url'),
  v.maxLength(20_000, 'is too long'),
);

/** Parts that all answers of a passkey have; the browser adds others, which nothing reads. */
const passkeyParts = {
  id: base64url,
  rawId: base64url,
  type: v.literal('public-key', 'must be public-key'),
  clientExtensionResults: v.optional(v.object({}), {}),
};

/** What a browser returns for the options of a new passkey. */
const createdSchema = v.object(
  {
    ...passkeyParts,
    response: v.object(
      {
        clientDataJSON: base64url,
        attestationObject: base64url,
        transports: v.optional(v.array(v.pipe(v.string(), v.maxLength(40))), []),
      },
      'is required',
    ),
  },
  'is required',
);

/** What a browser returns for the options of a sign-in. */
const signatureSchema = v.object(
  {
    ...passkeyParts,
    response: v.object(
      { clientDataJSON: base64url, authenticatorData: base64url, signature: base64url },
      'is required',
    ),
  },
  'is required',
);

export const newPasskeyForm = strictFields({ passkey: createdSchema, name: nameSchema });
export const passkeySignInForm = strictFields({
  passkey: signatureSchema,
  device_token: v.optional(v.nullable(storedText)),
  shared: v.optional(v.boolean('must be true or false'), false),
  retry_key: retryKeySchema,
});
/** The ticket of a return from an identity provider, and the second factor of an account that has one. */
export const ssoFinishForm = strictFields({
  ticket: secretSchema,
  code: v.optional(codeSchema),
  passkey: v.optional(signatureSchema),
  device_token: v.optional(v.nullable(storedText)),
  shared: v.optional(v.boolean('must be true or false'), false),
  retry_key: retryKeySchema,
});
export const ownPasskeyForm = strictFields({ passkey: signatureSchema });
export const ticketForm = strictFields({ ticket: secretSchema });
/** The password, and a code or the signature of a passkey. */
const proofFields = {
  password: ownPasswordSchema,
  code: v.optional(codeSchema),
  passkey: v.optional(signatureSchema),
};
export const proofForm = strictFields(proofFields);
export const endPasskeyForm = strictFields({ id: base64url, ...proofFields });
export const codeForm = strictFields({ code: codeSchema });
export const planErasureForm = strictFields({
  organization_user: personField,
  password: ownPasswordSchema,
});
export const planOrganizationErasureForm = strictFields({
  name: storedText,
  password: ownPasswordSchema,
});
export const passwordOnlyForm = strictFields({ password: ownPasswordSchema });
/** Data that the session's device must remove with its next request. */
const remove = v.optional(v.picklist(REMOVALS));
export const endSessionForm = strictFields({ id: storedText, remove });
export const memberSessionForm = strictFields({
  ...resendForm.entries,
  id: storedText,
});
export const endOthersForm = strictFields({ remove });
const tokenFields = (mostDays: number) => ({
  name: nameSchema,
  access: v.picklist(['read', 'write'], 'must be read or write'),
  /** Life of the token in days. */
  days: v.pipe(
    v.number('must be a number'),
    v.integer('must be a whole number'),
    v.minValue(1, 'must be at least 1'),
    v.maxValue(mostDays, `must be at most ${mostDays}`),
  ),
  password: ownPasswordSchema,
});
export const tokenForm = (mostDays: number) => strictFields(tokenFields(mostDays));
export const organizationTokenForm = (mostDays: number) =>
  strictFields({
    ...tokenFields(mostDays),
    /** Ids of projects; null or missing: every project. */
    projects: v.optional(v.nullable(v.pipe(v.array(storedText), v.minLength(1), v.maxLength(500)))),
  });
export const rotateTokenForm = strictFields({
  id: storedText,
  /** Hours for which the former secret stays valid too; 0 or missing: it ends at once. */
  overlap_hours: v.optional(v.picklist(OVERLAP_HOURS, 'must be 0, 1 or 24'), 0),
  password: ownPasswordSchema,
});
export const endTokenForm = strictFields({ id: storedText });
export const emptyForm = strictFields({});

function unpacked(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), value);
  return parsed.success ? parsed.output : value;
}
