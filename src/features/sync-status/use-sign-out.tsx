import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { type UnsentCopy, useClient } from '../../data/client.tsx';
import { i18n, message } from '../../i18n/i18n.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { loadWhenIdle } from '../../ui/prefetch.ts';

/** Code needed only for sign-out, loaded apart from the frame. */
const fetchParts = async () => (await import('./sign-out-parts.ts')).signOutParts;

interface Leaving {
  /** Stay on the current page; otherwise navigate to the sign-in page. */
  readonly stays?: boolean;
}

/**
 * Signs out. Without unsent work the device deletes the account's data; with unsent work the person chooses:
 * send now, download a copy, keep it encrypted, or discard it (product.md, What must be felt).
 */
export function useSignOut({ stays = false }: Leaving = {}): () => Promise<void> {
  const client = useClient();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const isAsking = useRef(false);
  useEffect(
    () => loadWhenIdle([{ load: async () => void (await fetchParts().catch(() => undefined)) }]),
    [],
  );
  return useCallback(async () => {
    // Pressed again, or chosen in the palette, while the first call runs.
    if (isAsking.current) return;
    isAsking.current = true;
    const parts = await fetchParts().catch(() => undefined);
    if (parts === undefined) {
      isAsking.current = false;
      await dialogs.alert(i18n.t(NOT_FETCHED), i18n.t('You are still signed in'));
      return;
    }
    const { signOut, saveUnsentCopy, keepsUnencryptedWork } = parts;
    const isReadable = () => keepsUnencryptedWork(client);
    const saveCopy = (copy: UnsentCopy) => saveUnsentCopy(copy, { dialogs, end: 'sent' });
    const isOut = async () => (await client.currentAccount()) === undefined;
    const leaves = await signOut({ client, dialogs, isOut, isReadable, saveCopy }).finally(() => {
      isAsking.current = false;
    });
    if (leaves && !stays) await navigate({ to: '/', search: {} });
  }, [client, dialogs, navigate, stays]);
}

const NOT_FETCHED = message(
  'Signing out needs a part of Cairn that is not on this device yet, and there is no connection to fetch it. Connect to the internet and try again.',
);
