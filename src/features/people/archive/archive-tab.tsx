import { Button, PasswordInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import * as v from 'valibot';
import { useAnswer } from '../../../data/answer.ts';
import { useClient } from '../../../data/client.tsx';
import { useOnline } from '../../../data/online.ts';
import { requestArchive } from '../../../data/organization-archive.ts';
import { useMe } from '../../../data/people.ts';
import { i18n, message } from '../../../i18n/i18n.ts';
import { openDownload } from '../../../ui/files/open-download.ts';
import { Answer } from '../../../ui/forms/answer.tsx';
import { required } from '../../../ui/forms/rules.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import { useValues } from '../../../ui/forms/use-values.ts';
import { SMALL_ICON } from '../../../ui/marks/icon.ts';
import styles from './archive-tab.module.css';

const EMPTY = { password: '' };
const RULES = v.object({ password: required(message('Your password')) });

/** Export of the whole organisation as an archive that another server imports. Level 1; made by the server alone. */
export function ArchiveTab() {
  const client = useClient();
  const answer = useAnswer();
  const isOnline = useOnline();
  const email = useMe()?.email ?? '';
  const form = useForm({ store: useValues(EMPTY), schema: RULES });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    const { password } = form.values;
    const isDone = await answer.ask(async () => {
      openDownload(await requestArchive(client, password));
      return i18n.t('The download has started. A large organisation takes a while.');
    });
    if (isDone) form.set(EMPTY);
  };
  return (
    <section className={styles['section']} aria-labelledby="archive">
      <h2 id="archive" className={styles['heading']}>
        {i18n.t('Archive of the organisation')}
      </h2>
      <p className={styles['text']}>
        {i18n.t(
          'One file with everything: people, boards, comments, messages, files, history and the security log, and also what people keep for themselves, such as notes and todos. It contains no passwords and no other secrets.',
        )}
      </p>
      <p className={styles['text']}>
        {i18n.t(
          'Keep it as safe as the server itself. An operator brings it into another Cairn with "npm run import"; people then choose a new password by mail.',
        )}
      </p>
      <form className={styles['form']} onSubmit={(event) => void submit(event)}>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label={i18n.t('Your password')}
          description={i18n.t('The export is written to the security log.')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...form.text('password')}
        />
        <Button
          className={styles['button']}
          type="submit"
          leftSection={<IconDownload {...SMALL_ICON} />}
          loading={answer.busy}
          disabled={!isOnline}
        >
          {i18n.t('Download the archive')}
        </Button>
        {isOnline ? null : (
          <p className={styles['text']}>{i18n.t('The server makes the archive: connect first.')}</p>
        )}
        <Answer done={answer.done} error={answer.error} />
      </form>
    </section>
  );
}
