import type { Refusal } from '../shared/errors.ts';
import { type Actor, needsAdministrative } from './actor.ts';

/** Reading and exporting the security log: levels 1 to 3. Nobody changes it. */
export function mayReadSecurityLog(actor: Actor): Refusal | undefined {
  return needsAdministrative(actor, /*i18n*/ 'Only levels 1 to 3 read the security log');
}
