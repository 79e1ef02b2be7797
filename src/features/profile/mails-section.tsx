import '@mantine/core/styles/Switch.layer.css';
import { NativeSelect, Switch } from '@mantine/core';
import { useAnswer } from '../../data/answer.ts';
import { useClient } from '../../data/client.tsx';
import { type MailDigest, setMailDigest, useMailDigest } from '../../data/mail-digest.ts';
import { i18n } from '../../i18n/i18n.ts';
import { Answer } from '../../ui/forms/answer.tsx';
import { Listed } from './listed.tsx';
import styles from './profile-page.module.css';
import { Section } from './section.tsx';

/** Mails about the own work: off until the person chooses them. */
export function MailsSection() {
  const client = useClient();
  const answer = useAnswer();
  const { list, failure, reload } = useMailDigest();
  const choose = async (choice: Pick<MailDigest, 'digest' | 'reminders'>) => {
    await answer.ask(async () => {
      try {
        await setMailDigest(client, choice);
      } finally {
        // Also after a failure: the next choice is sent together with what the other control shows.
        await reload();
      }
      return i18n.t('Your choice has been saved');
    });
  };
  return (
    <Section
      title={i18n.t('Mails about your work')}
      hint={i18n.t(
        'At 7 in the morning of your time zone, one mail a day at most, and none when there is nothing to say. Each mail has a link that stops them.',
      )}
    >
      <Listed list={list} failure={failure} onReload={() => void reload()}>
        {([stored]) =>
          stored === undefined ? null : (
            <div className={styles['form']}>
              <NativeSelect
                label={i18n.t('Digest')}
                description={i18n.t(
                  'What is overdue and due soon, what you have to accept, and mentions you have not read',
                )}
                data={[
                  { value: 'off', label: i18n.t('No digest') },
                  { value: 'daily', label: i18n.t('Every day') },
                  { value: 'weekly', label: i18n.t('Every Monday') },
                ]}
                value={stored.digest}
                disabled={answer.busy}
                onChange={({ currentTarget: { value } }) =>
                  void choose({
                    digest: value === 'daily' || value === 'weekly' ? value : 'off',
                    reminders: stored.reminders,
                  })
                }
              />
              <Switch
                label={i18n.t('Reminders')}
                description={i18n.t('A mail on days when something of yours is due')}
                checked={stored.reminders}
                disabled={answer.busy}
                onChange={({ currentTarget: { checked } }) =>
                  void choose({ digest: stored.digest, reminders: checked })
                }
              />
            </div>
          )
        }
      </Listed>
      <Answer done={answer.done} error={answer.error} />
    </Section>
  );
}
