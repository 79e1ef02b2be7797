import { refuse, type Refusal } from '../shared/errors.ts';
import { type Actor, firstRefusal, levelNumber, needsPatch } from './actor.ts';

/** Webhooks send what happens in the whole organisation to a server elsewhere. */
export function mayManageWebhooks(actor: Actor): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    levelNumber(actor.level) === 1
      ? undefined
      : refuse('forbidden', /*i18n*/ 'Only Level 1 can set up webhooks'),
  );
}
