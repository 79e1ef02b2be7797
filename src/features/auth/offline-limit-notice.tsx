import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useClient } from '../../data/client.tsx';
import { type Overdue, tryRenewal } from '../../data/offline-limit.ts';
import { useOnline } from '../../data/online.ts';
import { i18n } from '../../i18n/i18n.ts';
import { formatMoment } from '../../ui/text/locale.ts';
import styles from './offline-limit-notice.module.css';

/** Why the sign-in page is shown although somebody is signed in: the device was without the server for too long. */
export function OfflineLimitNotice({ overdue }: { readonly overdue: Overdue }) {
  const client = useClient();
  const online = useOnline();
  const { days, provedAt, unsent, others } = overdue;
  useEffect(() => {
    if (online) tryRenewal(client).catch(() => undefined);
  }, [client, online]);
  return (
    <section className={styles['limit']} aria-label={i18n.t('Sign in to open your organisation')}>
      <p>
        {i18n.t(
          'Your organisation asks for a new sign-in after {days, plural, one {one day} other {# days}} without a connection. This device last reached the server on {time}.',
          { days, time: formatMoment(provedAt) },
        )}
      </p>
      <p>
        {unsent === 0
          ? i18n.t('Nothing was deleted: your organisation opens as you left it.')
          : i18n.t(
              'Nothing was deleted: {unsent, plural, one {# unsent change is kept on this device and is sent} other {# unsent changes are kept on this device and are sent}} after you sign in.',
              { unsent },
            )}
      </p>
      {others.map(({ id, name }) => (
        <Button key={id} variant="default" onClick={() => void client.selectOrganization(id)}>
          {i18n.t('Open {organization}', { organization: name })}
        </Button>
      ))}
    </section>
  );
}
