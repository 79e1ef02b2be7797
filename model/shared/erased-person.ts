import type { OrgUser } from '../entities/org-user.ts';

/** Days after which a person is erased; until then level 1 can keep them. */
export const ERASE_PERSON_AFTER_DAYS = 30;

/** A domain that exists nowhere (RFC 2606): nobody can prove an address in it. */
const DOMAIN = '@erased.invalid';

/** What is left of a person: their number, with which their work still names them. */
export function erasedPerson(id: string) {
  return {
    display_name: `Deleted person ${id}`,
    email: `deleted-${id}${DOMAIN}`,
    phone_number: '',
    profile_image: null,
    active: false,
    joined: false,
  } as const satisfies Partial<OrgUser>;
}

export function isErasedPerson({ email }: Pick<OrgUser, 'email'>): boolean {
  return email.endsWith(DOMAIN);
}
