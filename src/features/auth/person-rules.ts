import { phoneSchema } from '../../../model/shared/text.ts';
import { message } from '../../i18n/i18n.ts';
import { matching, required } from '../../ui/forms/rules.ts';

/** Rules of the person's own fields. */
export const PERSON_RULES = {
  display_name: required(message('Full Name')),
  phone_number: matching(phoneSchema, message('Enter a phone number')),
};
