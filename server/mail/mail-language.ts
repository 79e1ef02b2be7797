import type { Kysely } from 'kysely';
import { isLanguage, type Language } from '../../model/shared/language.ts';
import type { Schema } from '../store/schema.ts';

/** Language of the account of an address, else of the account `userId`, else English. */
export async function languageOfPeople(
  db: Kysely<Schema>,
  { email, userId = '' }: { readonly email: string; readonly userId?: string | undefined },
): Promise<Language> {
  const rows = await db
    .selectFrom('users')
    .select(['email', 'language'])
    .where((where) => where.or([where('email', '=', email), where('id', '=', userId)]))
    .execute();
  const known = rows
    .toSorted((left, right) => Number(right.email === email) - Number(left.email === email))
    .map(({ language }) => language ?? '');
  return known.find(isLanguage) ?? 'en';
}
