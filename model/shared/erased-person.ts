import type { OrgUser } from '../entities/org-user.ts';
import { inEnglish } from './message.ts';
import { DELETED_PERSON } from './texts-with-values.ts';

/** Days after which a person is erased; until then level 1 can keep them. */
export const ERASE_PERSON_AFTER_DAYS = 30;

/** A domain that exists nowhere (RFC 2606): nobody can prove an address in it. */
const DOMAIN = '@erased.invalid';

/** What is left of a person: their number, with which their work still names them. */
export function erasedPerson(id: string) {
  return {
    display_name: erasedName(id),
    email: `deleted-${id}${DOMAIN}`,
    phone_number: '',
    profile_image: null,
    active: false,
    joined: false,
  } as const satisfies Partial<OrgUser>;
}

/** The stored name, in English: the activity log and files of reports have it too. */
export function erasedName(id: string): string {
  return inEnglish({ id: DELETED_PERSON, values: { number: id } });
}

/** The name as the server stores it, which comparisons with it need; screens have another one. */
export function storedName({
  id,
  email,
  display_name: name,
}: Pick<OrgUser, 'id' | 'email' | 'display_name'>): string {
  return isErasedPerson({ email }) ? erasedName(id) : name;
}

/** True for a text that is the stored name of an erased person, where only the name is known. */
export function isErasedName(name: string): boolean {
  return /^Deleted person \d+$/.test(name);
}

export function isErasedPerson({ email }: Pick<OrgUser, 'email'>): boolean {
  return email.endsWith(DOMAIN);
}
