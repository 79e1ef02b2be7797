import { useNavigate } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { type UnsentCopy, useClient } from '../../data/client.tsx';
import { useDialogs } from '../../ui/dialogs.tsx';
import { saveUnsentCopy } from './save-unsent-copy.ts';
import { signOut } from './sign-out.ts';

/**
 * Signs out. Without unsent work this device forgets the account's data; with it the person decides: send now,
 * download a copy, keep it locked here, or discard it (product.md, What must be felt).
 */
export function useSignOut(): () => Promise<void> {
  const client = useClient();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const isAsking = useRef(false);
  return useCallback(async () => {
    // Pressed again, or chosen in the palette, while the first is still under way.
    if (isAsking.current) return;
    isAsking.current = true;
    const saveCopy = (copy: UnsentCopy) => saveUnsentCopy(copy, { dialogs, end: 'sent' });
    const isOut = async () => (await client.currentAccount()) === undefined;
    const leaves = await signOut({ client, dialogs, isOut, saveCopy }).finally(() => {
      isAsking.current = false;
    });
    if (leaves) await navigate({ to: '/', search: {} });
  }, [client, dialogs, navigate]);
}
