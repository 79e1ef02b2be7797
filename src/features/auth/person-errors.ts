import * as v from 'valibot';
import { phoneSchema } from '../../../model/shared/text.ts';

interface Names {
  readonly display_name: string;
  readonly phone_number: string;
}

/** What is wrong with what somebody says about themselves, in words to stand below the field (look.md, States). */
export function personErrors({ display_name, phone_number }: Names): Partial<Names> {
  return {
    ...(display_name.trim() === '' && { display_name: 'Full Name is required' }),
    ...(!v.is(phoneSchema, phone_number) && { phone_number: 'Enter a phone number' }),
  };
}
