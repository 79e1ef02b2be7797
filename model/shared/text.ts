import * as v from 'valibot';
import { idSchema } from './ids.ts';

/** Names of tasks and subtasks must stay below this many code points (spec, board 5 and 9; product.md, 9). */
export const NAME_LIMIT = 100;
/** Our own limits where the specification gives none, in code points. */
export const SHORT_TEXT_LIMIT = 200;
export const LONG_TEXT_LIMIT = 50_000;

/** Length in code points: an emoji counts as one. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** True for text that every database and every JSON parser preserves: no NUL, no lone surrogate. */
export function isCleanText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

const isStorable = v.check(isCleanText, 'contains characters that cannot be stored');
const clean = v.pipe(v.string(), isStorable);

/** The words of a search: compared with stored texts, and therefore written with the same characters. */
export const searchTextSchema = v.pipe(clean, v.maxLength(SHORT_TEXT_LIMIT));

/** An id that a program sends to be compared with stored ones. */
export const cleanIdSchema = v.pipe(idSchema, isStorable);

/** U+2800 is the blank of braille: a symbol to Unicode, a space to the eye. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * True for visible text: spaces, control characters and characters that no font draws (zero width,
 * joiners, fillers) are invisible and cannot be clicked.
 */
export function hasVisibleText(text: string): boolean {
  return text.replaceAll(INVISIBLE, '') !== '';
}

/** The specification's text at the click and on the server (board spec, 5). */
export const TASK_NAME_TOO_LONG =
  /*i18n*/ 'Task name should not exceed more than 100 characters !!';
export const SUBTASK_NAME_TOO_LONG =
  /*i18n*/ 'subtask name should not exceed more than 100 characters !!';

/** Task and subtask names: not empty, below 100 code points, stored trimmed. */
export const taskNameSchema = limitedName(TASK_NAME_TOO_LONG);
export const subtaskNameSchema = limitedName(SUBTASK_NAME_TOO_LONG);

/** Names of everything else: not empty, at most 200 code points, stored trimmed. */
export const nameSchema = v.pipe(
  clean,
  v.trim(),
  v.check(hasVisibleText, 'is required'),
  v.check((text) => codePoints(text) <= SHORT_TEXT_LIMIT, 'is longer than 200 characters'),
);

/** Captions: may be empty, one line, at most 200 code points, stored trimmed. */
export const captionSchema = v.pipe(
  clean,
  v.trim(),
  v.check((text) => codePoints(text) <= SHORT_TEXT_LIMIT, 'is longer than 200 characters'),
);

/** Longest reason of a task that is sent back, in code points. */
export const REASON_LIMIT = 2_000;

/** Reasons: not empty, stored trimmed. */
export const reasonSchema = v.pipe(
  clean,
  v.trim(),
  v.check(hasVisibleText, 'is required'),
  v.check((text) => codePoints(text) <= REASON_LIMIT, 'is longer than 2000 characters'),
);

/** Descriptions, comments, notes: may be empty. */
export const longTextSchema = v.pipe(
  clean,
  v.check((text) => codePoints(text) <= LONG_TEXT_LIMIT, 'is longer than 50000 characters'),
);

/** Long text that is not empty. */
export const requiredLongTextSchema = v.pipe(
  longTextSchema,
  v.check(hasVisibleText, 'is required'),
);

export const emailSchema = v.pipe(
  clean,
  v.trim(),
  v.toLowerCase(),
  v.maxLength(254),
  v.email('is not an e-mail address'),
);

export const phoneSchema = v.pipe(
  clean,
  v.trim(),
  v.regex(/^\+?[0-9 ()./-]{4,30}$/, 'is not a phone number'),
);

/** A slug for an address: the name, and the end of the id so that equal names differ. */
export function slugOf(name: string, id: string): string {
  const base = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 48);
  return `${base === '' ? 'project' : base}-${id.slice(-6)}`;
}

function limitedName(tooLong: string) {
  return v.pipe(
    clean,
    v.trim(),
    v.check(hasVisibleText, 'is required'),
    v.check((text) => codePoints(text) < NAME_LIMIT, tooLong),
  );
}
