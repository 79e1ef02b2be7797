import { useEffect, useState } from 'react';
import type { SignUpMode } from '../../model/protocol/session.ts';
import { useClient } from './client.tsx';
import { useOnline } from './online.ts';

/**
 * Who may found an organisation at this server; undefined until it has said so, and without a network: then nothing is
 * promised and nothing is denied. Asked again when the network comes back.
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
        // The form says it when it is sent off.
        () => undefined,
      );
    }
    return () => {
      page.isOpen = false;
    };
  }, [client, online]);
  return mode;
}
