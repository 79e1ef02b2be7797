/**
 * Texts with values that responses of the server contain: English with placeholders, as in the catalogues. The server
 * fills the values in with `inEnglish`; the app recognises the filled text (`src/i18n/text-with-values.ts`).
 */
export const MAIL_TO_ADDRESS = /*i18n*/ 'A mail with a link is on its way to {email}';
export const INVITATION_FOR_ADDRESS =
  /*i18n*/ 'This invitation is for {email}. Sign in with that address to accept it.';
export const FILE_TOO_LARGE =
  /*i18n*/ 'This file is too large: at most {megabytes} MB can be stored';
/** For two seconds and more; `TOO_MANY_ATTEMPTS_NEXT` is for one. */
export const TOO_MANY_ATTEMPTS = /*i18n*/ 'Too many attempts. Try again in {seconds} seconds.';
export const TOO_MANY_ATTEMPTS_NEXT = /*i18n*/ 'Too many attempts. Try again in 1 second.';
export const PASSWORD_TOO_SHORT = /*i18n*/ 'The password needs at least {count} characters';
/** The name of a mutation, in quotes. */
export const UNKNOWN_MUTATION = /*i18n*/ 'This version does not know "{name}"';
/** Name of a person who was erased, as it is stored; screens show it in the language of their reader. */
export const DELETED_PERSON = /*i18n*/ 'Deleted person {number}';

/** Those with placeholders. A filled text is a text of at most one of them. */
export const TEXTS_WITH_VALUES: readonly string[] = [
  MAIL_TO_ADDRESS,
  INVITATION_FOR_ADDRESS,
  FILE_TOO_LARGE,
  TOO_MANY_ATTEMPTS,
  PASSWORD_TOO_SHORT,
  UNKNOWN_MUTATION,
  DELETED_PERSON,
];
