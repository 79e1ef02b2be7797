import { Button } from '@mantine/core';
import { useAnswer } from '../../data/answer.ts';
import { useClient } from '../../data/client.tsx';
import { askForErasure, useOwnErasure, withdrawErasure } from '../../data/erasures.ts';
import { useOnline } from '../../data/online.ts';
import { i18n } from '../../i18n/i18n.ts';
import { Answer } from '../../ui/forms/answer.tsx';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';

/** Asks the organisation to erase the person, or takes that back. */
export function ErasureRequest({ organization }: { readonly organization: string }) {
  const client = useClient();
  const { ask, busy, done, error } = useAnswer();
  const dialogs = useDialogs();
  const isOnline = useOnline();
  const { value, reload } = useOwnErasure();
  const send = async () => {
    const sure = await dialogs.confirm({
      title: i18n.t('Ask {organization} to erase you?', { organization }),
      message: i18n.t(
        'Level 1 decides. You then lose your access, and 30 days later your name, address, picture, notes and todos are erased. Your tasks, comments and messages stay without your name. Download your data before.',
      ),
      confirm: i18n.t('Ask to be erased'),
      danger: true,
    });
    if (!sure) return;
    await ask(async () => {
      await askForErasure(client);
      return i18n.t('Level 1 of the organisation sees your request');
    });
    await reload();
  };
  const withdraw = async () => {
    await ask(async () => {
      await withdrawErasure(client);
      return i18n.t('Your request has been withdrawn');
    });
    await reload();
  };
  const isAsked = value !== undefined && value !== null;
  return (
    <div>
      {isAsked ? (
        <Button variant="default" disabled={busy || !isOnline} onClick={() => void withdraw()}>
          {i18n.t('Withdraw my request to be erased')}
        </Button>
      ) : (
        <Button
          variant="default"
          disabled={busy || !isOnline || value === undefined}
          onClick={() => void send()}
        >
          {i18n.t('Ask to be erased…')}
        </Button>
      )}
      <Answer done={done} error={error} />
    </div>
  );
}
