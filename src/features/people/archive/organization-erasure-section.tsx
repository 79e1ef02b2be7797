import { Button } from '@mantine/core';
import { useAnswer } from '../../../data/answer.ts';
import { useClient } from '../../../data/client.tsx';
import { useOnline } from '../../../data/online.ts';
import { keepOrganization, planOrganizationErasure } from '../../../data/organization-erasure.ts';
import { useOrganization } from '../../../data/organization.ts';
import { useMe } from '../../../data/people.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { Answer } from '../../../ui/forms/answer.tsx';
import { formatMoment } from '../../../ui/text/locale.ts';
import styles from './archive-tab.module.css';
import { EraseOrganizationForm } from './erase-organization-form.tsx';

/** Erasure of the whole organisation: its plan with name and password, and its cancellation. Level 1. */
export function OrganizationErasureSection() {
  const client = useClient();
  const { ask, busy, done, error } = useAnswer();
  const isOnline = useOnline();
  const me = useMe();
  const organization = useOrganization();
  if (organization === undefined || organization === null) return null;
  const { name, erase_at: eraseAt } = organization;
  const keep = () =>
    ask(async () => {
      await keepOrganization(client);
      return i18n.t('The organisation is kept');
    });
  return (
    <section className={styles['section']} aria-labelledby="organization-erasure">
      <h2 id="organization-erasure" className={styles['heading']}>
        {i18n.t('Erasure of the organisation')}
      </h2>
      {eraseAt === null ? (
        <>
          <p className={styles['text']}>
            {i18n.t(
              '30 days after you decide it, everything of {name} is erased for everybody and for good: people, boards, comments, messages, files, history, the security log, and the accounts that belong to no other organisation. Every member sees the date; every Level 1 gets a mail and can cancel it until then. Devices remove the data when they connect the next time; work that they have not sent stays readable for its author.',
              { name },
            )}
          </p>
          <p className={styles['text']}>
            {i18n.t(
              'Download the archive above first: afterwards nobody can bring the organisation back. Backups of this server contain it until they expire; its operator knows when.',
            )}
          </p>
          <EraseOrganizationForm
            organization={name}
            email={me?.email ?? ''}
            disabled={busy || !isOnline}
            onErase={(password) =>
              ask(async () => {
                await planOrganizationErasure(client, { name, password });
                return i18n.t('The erasure of the organisation is planned');
              })
            }
          />
        </>
      ) : (
        <>
          <p className={styles['text']}>
            {i18n.t('{name} will be erased for everybody on {date}.', {
              name,
              date: formatMoment(eraseAt),
            })}
          </p>
          <Button variant="default" disabled={busy || !isOnline} onClick={() => void keep()}>
            {i18n.t('Keep the organisation')}
          </Button>
        </>
      )}
      <Answer done={done} error={error} />
    </section>
  );
}
