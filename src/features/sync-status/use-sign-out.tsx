import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useClient } from '../../data/client.tsx';
import { useDialogs } from '../../ui/dialogs.tsx';
import { saveFile } from '../../ui/save-file.ts';

/**
 * Signs out. Without unsent work this device forgets the account's data; with it the person decides: send now,
 * download a copy, keep it locked here, or discard it (product.md, What must be felt).
 */
export function useSignOut(): () => Promise<void> {
  const client = useClient();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  return useCallback(async () => {
    const leave = async (unsent: 'send' | 'keep' | 'discard') => {
      await client.signOut({ unsent });
      await navigate({ to: '/', search: {} });
    };
    const sendAndLeave = async () => {
      try {
        await leave('send');
      } catch {
        await dialogs.alert(
          'Not everything could be sent. Your work is safe on this device, and you are still signed in.',
          'Nothing is lost',
        );
      }
    };
    for (;;) {
      const count = await client.unsentWork();
      if (count === 0) return await leave('discard');
      const isShared = await client.isShared();
      const what = count === 1 ? 'it' : 'them';
      const choice = await dialogs.choose({
        title: count === 1 ? '1 change has not been sent' : `${count} changes have not been sent`,
        message: `${count === 1 ? 'It is' : 'They are'} only on this device. What should happen to ${what}?`,
        choices: [
          { value: 'send', label: 'Send now and sign out', kind: 'primary' },
          { value: 'copy', label: 'Download a copy' },
          ...(isShared
            ? []
            : [{ value: 'keep', label: `Keep ${what} locked on this device and sign out` }]),
          { value: 'discard', label: `Discard ${what} and sign out`, kind: 'danger' },
          { value: 'stay', label: 'Stay signed in' },
        ],
      });
      if (choice === 'copy') {
        saveFile(await client.exportUnsent(), 'cairn-unsent.json');
      } else if (choice === 'send') {
        return await sendAndLeave();
      } else if (choice === 'keep') {
        return await leave('keep');
      } else if (choice !== 'discard') {
        return;
      } else if (await confirmed(dialogs, count)) {
        return await leave('discard');
      }
    }
  }, [client, dialogs, navigate]);
}

function confirmed(dialogs: ReturnType<typeof useDialogs>, count: number): Promise<boolean> {
  return dialogs.confirm({
    title: 'Discard for good?',
    message: `${count === 1 ? 'This change' : `These ${count} changes`} cannot be brought back.`,
    confirm: 'Discard',
    danger: true,
  });
}
