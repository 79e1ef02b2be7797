import type { AccountDb } from './database.ts';
import type { StoredDraft } from './drafts.ts';
import { textsIn } from './typed-text.ts';
import { placeOfDraft, withoutPlace } from './without-place.ts';

/** What was typed into a form, by the form's name. */
export interface TypedText {
  readonly form: string;
  readonly text: string;
}

/** Half-typed texts whose row is not here any more. */
export async function textsWithoutPlace(
  db: AccountDb,
  drafts: readonly StoredDraft[],
): Promise<readonly TypedText[]> {
  const typed = drafts
    .map(({ id, text }) => ({ form: id, text: textsIn(text) }))
    .filter(({ text }) => text !== '');
  const forms = typed.map(({ form }) => form);
  const gone = await withoutPlace(db, forms, placeOfDraft);
  return typed.filter(({ form }) => gone.has(form));
}
