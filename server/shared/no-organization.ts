import { CairnError } from '../../model/shared/errors.ts';

/** A missing organisation and a foreign one give the same error. */
export function noOrganization(): CairnError {
  return new CairnError({
    code: 'not_found',
    message: /*i18n*/ 'This organisation does not exist, or you do not belong to it',
  });
}
