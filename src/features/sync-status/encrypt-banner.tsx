import { Button } from '@mantine/core';
import { useClient } from '../../data/client.tsx';
import { useSyncStatus } from '../../data/sync-status.ts';
import { i18n } from '../../i18n/i18n.ts';
import { Banner } from './banner.tsx';

/** The organisation asks for an encrypted device, and the person has not chosen a passphrase yet (decision 0099). */
export function EncryptBanner() {
  const client = useClient();
  const status = useSyncStatus();
  const isSent = status?.phase === 'up-to-date' && status.waiting === 0;
  return (
    <Banner
      action={
        <Button
          size="xs"
          disabled={!isSent}
          onClick={() => void client.gate.load().then((calls) => calls.ask())}
        >
          {i18n.t('Encrypt now')}
        </Button>
      }
    >
      {isSent
        ? i18n.t('Your organisation asks that this device encrypts what it stores.')
        : i18n.t(
            'Your organisation asks that this device encrypts what it stores. It can begin when everything is sent.',
          )}
    </Banner>
  );
}
