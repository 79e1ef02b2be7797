import { useAnswer } from '../../data/answer.ts';
import { useClient } from '../../data/client.tsx';
import { requestOwnData } from '../../data/downloads.ts';
import { useOnline } from '../../data/online.ts';
import { i18n } from '../../i18n/i18n.ts';
import { openDownload } from '../../ui/files/open-download.ts';
import { useOwnProof } from '../../data/own-proof.ts';
import { PasswordDownload } from '../../ui/forms/password-download.tsx';
import { ErasureRequest } from './erasure-request.tsx';
import { Section } from './section.tsx';

interface OwnDataSectionProps {
  readonly email: string;
  /** Name of the open organisation. */
  readonly organization: string;
}

/** Everything that the server has about the person, as one file. */
export function OwnDataSection({ email, organization }: OwnDataSectionProps) {
  const client = useClient();
  const { ask, busy, done, error } = useAnswer();
  const own = useOwnProof();
  return (
    <Section
      title={i18n.t('Your data')}
      hint={i18n.t(
        'One file with everything about you in all your organisations: profile, sign-ins, tasks, comments, messages, notes, todos and notifications, and the files that you added.',
      )}
    >
      <PasswordDownload
        own={own}
        label={i18n.t('Download my data')}
        email={email}
        isOnline={useOnline()}
        busy={busy}
        done={done}
        error={error}
        onSubmit={(password) =>
          ask(async () => {
            openDownload(await requestOwnData(client, password));
            return i18n.t('The download has started.');
          })
        }
      />
      <ErasureRequest organization={organization} />
    </Section>
  );
}
