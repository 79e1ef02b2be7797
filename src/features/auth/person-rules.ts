import { phoneSchema } from '../../../model/shared/text.ts';
import { matching, required } from '../../ui/forms/rules.ts';

/** Rules of the person's own fields. */
export const PERSON_RULES = {
  display_name: required('Full Name'),
  phone_number: matching(phoneSchema, 'Enter a phone number'),
};
