import { useEffect } from 'react';
import { isAdministrative } from '../../model/permissions/actor.ts';
import { useAccount, useActor } from './client.tsx';

/**
 * True for levels 1 to 3. The level is remembered on this device, so that the first frame after a reload has the
 * person's links and buttons before the store has answered; rules and the server decide on each mutation.
 */
export function useIsAdministrative(): boolean {
  const actor = useActor();
  const account = useAccount()?.key;
  const mark = account === undefined ? undefined : `cairn-administrative:${account}`;
  const isKnown = actor === undefined ? undefined : isAdministrative(actor);
  useEffect(() => {
    if (mark === undefined || isKnown === undefined) return;
    if (isKnown !== (localStorage.getItem(mark) !== null)) {
      if (isKnown) localStorage.setItem(mark, '1');
      else localStorage.removeItem(mark);
    }
  }, [mark, isKnown]);
  return isKnown ?? (mark !== undefined && localStorage.getItem(mark) !== null);
}
