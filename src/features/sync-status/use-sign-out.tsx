import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useClient } from '../../data/client.tsx';
import { useDialogs } from '../../ui/dialogs.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { signOut } from './sign-out.ts';

/**
 * Signs out. Without unsent work this device forgets the account's data; with it the person decides: send now,
 * download a copy, keep it locked here, or discard it (product.md, What must be felt).
 */
export function useSignOut(): () => Promise<void> {
  const client = useClient();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  return useCallback(async () => {
    const saveCopy = (copy: Blob) => saveFile(copy, 'cairn-unsent.json');
    const isOut = async () => (await client.currentAccount()) === undefined;
    if (await signOut({ client, dialogs, isOut, saveCopy }))
      await navigate({ to: '/', search: {} });
  }, [client, dialogs, navigate]);
}
