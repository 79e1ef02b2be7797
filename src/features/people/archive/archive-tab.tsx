import type { OrgUser } from '../../../../model/entities/org-user.ts';
import { useAnswer } from '../../../data/answer.ts';
import { useClient } from '../../../data/client.tsx';
import { requestArchive } from '../../../data/downloads.ts';
import { useOnline } from '../../../data/online.ts';
import { useMe } from '../../../data/people.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { openDownload } from '../../../ui/files/open-download.ts';
import { useOwnProof } from '../../../data/own-proof.ts';
import { PasswordDownload } from '../../../ui/forms/password-download.tsx';
import styles from './archive-tab.module.css';
import { ErasureSection } from './erasure-section.tsx';
import { OrganizationErasureSection } from './organization-erasure-section.tsx';

/** Export of the whole organisation as an archive, and the erasure of people and of the organisation. Level 1; by the server alone. */
export function ArchiveTab({ people }: { readonly people: readonly OrgUser[] }) {
  return (
    <>
      <ArchiveSection />
      <ErasureSection people={people} />
      <OrganizationErasureSection />
    </>
  );
}

function ArchiveSection() {
  const client = useClient();
  const { ask, busy, done, error } = useAnswer();
  const own = useOwnProof();
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
      <PasswordDownload
        own={own}
        label={i18n.t('Download the archive')}
        email={useMe()?.email ?? ''}
        isOnline={useOnline()}
        busy={busy}
        done={done}
        error={error}
        onSubmit={(password) =>
          ask(async () => {
            openDownload(await requestArchive(client, password));
            return i18n.t('The download has started. A large organisation takes a while.');
          })
        }
      />
    </section>
  );
}
