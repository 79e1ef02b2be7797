import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Account, useClient } from '../../../data/client.tsx';
import { useOnline } from '../../../data/online.ts';
import { useSyncStatus } from '../../../data/sync-status.ts';
import { factorSetUp } from '../../../data/two-step.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { Page } from '../../../ui/layout/page.tsx';
import styles from '../profile-page.module.css';
import { PasskeyForm } from './passkey-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSetup } from './totp-setup.tsx';

interface FactorSetupPageProps {
  readonly account: Account;
  /** False while the grace period runs. */
  readonly isDue: boolean;
  /** Called when the person begins: the page stays until they are done. */
  readonly onBegin: () => void;
  readonly onDone: () => void;
  readonly onLater: () => void;
}

type Step =
  | { readonly kind: 'choice' | 'app' | 'passkey' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

/** Set-up of the second factor that the organisation demands, in place of its screens. */
export function FactorSetupPage(props: FactorSetupPageProps) {
  const { account, isDue, onBegin, onDone, onLater } = props;
  const { email, orgName: organization, hadData } = account.record;
  const waiting = useSyncStatus()?.waiting ?? 0;
  const client = useClient();
  const online = useOnline();
  const [step, setStep] = useState<Step>({ kind: 'choice' });
  const finish = async () => {
    // Without an answer the next renewal of the session opens the organisation.
    await factorSetUp(client).catch(() => undefined);
    onDone();
  };
  const show = (codes: readonly string[]) => {
    if (codes.length === 0) return void finish();
    setStep({ kind: 'codes', codes });
  };
  const begin = (kind: 'app' | 'passkey') => {
    onBegin();
    setStep({ kind });
  };
  const cancel = () => setStep({ kind: 'choice' });
  return (
    <Page title={i18n.t('Set up a second factor')} width="reading">
      <p className={styles['hint']}>
        {i18n.t(
          '{organization} demands it for signing in: a code of an app on your phone, or a passkey.',
          { organization },
        )}{' '}
        {isDue
          ? i18n.t(
              'Until you have one, the server sends nothing of this organisation and accepts nothing.',
            )
          : null}{' '}
        {waiting === 0
          ? null
          : i18n.t(
              '{count, plural, one {# change is safe on this device and is sent afterwards.} other {# changes are safe on this device and are sent afterwards.}}',
              { count: waiting },
            )}
      </p>
      {step.kind === 'codes' ? (
        <RecoveryCodes codes={step.codes} onDone={() => void finish()} />
      ) : step.kind === 'app' ? (
        <TotpSetup email={email} onDone={show} onCancel={cancel} />
      ) : step.kind === 'passkey' ? (
        <PasskeyForm email={email} onDone={show} onCancel={cancel} />
      ) : (
        <>
          {online ? null : (
            <output className={styles['hint']}>
              {i18n.t('You are offline. Setting it up needs a connection.')}
            </output>
          )}
          <div className={styles['buttons']}>
            <Button disabled={!online} onClick={() => begin('app')}>
              {i18n.t('Set up an authenticator app')}
            </Button>
            {'PublicKeyCredential' in globalThis ? (
              <Button variant="default" disabled={!online} onClick={() => begin('passkey')}>
                {i18n.t('Add a passkey')}
              </Button>
            ) : null}
            {isDue && !hadData ? null : (
              <Button variant="subtle" onClick={onLater}>
                {isDue ? i18n.t('Go on with what is on this device') : i18n.t('Later')}
              </Button>
            )}
          </div>
        </>
      )}
    </Page>
  );
}
