import { useEffect, useState } from 'react';
import type { SignUpMode } from '../../model/protocol/session.ts';
import { useClient } from './client.tsx';
import { useOnline } from './online.ts';

/**
 * Rule by which organisations can be founded on this server; undefined until the server has responded, and
 * offline. Requested again when the device comes online.
 */
export function useSignUpMode(): SignUpMode | undefined {
  const client = useClient();
  const online = useOnline();
  const [mode, setMode] = useState<SignUpMode>();
  useEffect(() => {
    const page = { isOpen: true };
    if (online) {
      client.signUpMode().then(
        (answer) => {
          if (page.isOpen) setMode(answer);
        },
        // Submitting the form shows the reason.
        () => undefined,
      );
    }
    return () => {
      page.isOpen = false;
    };
  }, [client, online]);
  return mode;
}
