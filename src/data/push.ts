import { useCallback, useState } from 'react';
import { CairnError } from '../../model/shared/errors.ts';
import {
  pushShowsText,
  pushState,
  type PushState,
  turnPushOff,
  turnPushOn,
} from '../../sync/client/index.ts';
import { i18n } from '../i18n/i18n.ts';
import { useClient, useShowRefusal } from './client.tsx';

export type { PushState };

/** State of push notifications in this browser, and functions to turn them on and off. */
export function usePush(): {
  readonly state: PushState;
  readonly showsText: boolean;
  readonly turnOn: (showsText: boolean) => Promise<void>;
  readonly turnOff: () => Promise<void>;
} {
  const client = useClient();
  const showRefusal = useShowRefusal();
  const [state, setState] = useState(pushState);
  const [showsText, setShowsText] = useState(pushShowsText);
  const turnOn = useCallback(
    async (withText: boolean) => {
      try {
        setState(await turnPushOn(client.own, withText));
        setShowsText(pushShowsText());
      } catch (error) {
        const known = error instanceof CairnError || error instanceof DOMException;
        if (!known) throw error;
        const text =
          error instanceof CairnError
            ? error.message
            : i18n.t('This browser could not be registered for notifications.');
        await showRefusal(text);
        setState(pushState());
      }
    },
    [client, showRefusal],
  );
  const turnOff = useCallback(async () => {
    setState(await turnPushOff(client.own));
  }, [client]);
  return { state, showsText, turnOn, turnOff };
}
