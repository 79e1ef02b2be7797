import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useClient } from '../../../data/client.tsx';
import {
  type OwnFactors,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  useOwnFactors,
} from '../../../data/two-step.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { LoadingRows } from '../../../ui/layout/loading-rows.tsx';
import styles from '../profile-page.module.css';
import { notReadMessage } from '../../../data/answer.ts';
import { Answer } from '../../../ui/forms/answer.tsx';
import { Section } from '../section.tsx';
import { FactorRows } from './factor-rows.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { prefetch } from '../../../ui/prefetch.ts';

const { Component: TotpSetup } = prefetch(async () => (await import('./totp-setup.tsx')).TotpSetup);
const { Component: PasskeyForm } = prefetch(
  async () => (await import('./passkey-form.tsx')).PasskeyForm,
);
const { Component: ProofForm } = prefetch(async () => (await import('./proof-form.tsx')).ProofForm);

/** What is open in place of the list. */
type Open =
  | { readonly kind: 'list'; readonly done?: string }
  | { readonly kind: 'add-app' | 'add-passkey' | 'remove-app' | 'renew' }
  | { readonly kind: 'remove-passkey'; readonly passkey: OwnFactors['passkeys'][number] }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

/** Two-step sign-in: authenticator app, passkeys and recovery codes. */
export function TwoStepSection({ email }: { readonly email: string }) {
  const { factors, failure, reload } = useOwnFactors();
  const [open, setOpen] = useState<Open>({ kind: 'list' });
  return (
    <Section
      title={i18n.t('Two-step sign-in')}
      hint={i18n.t(
        'After the password, signing in also asks for a code of an app on your phone or for a passkey. Your password alone is not enough then.',
      )}
    >
      {factors === undefined ? (
        failure === undefined ? (
          <LoadingRows count={1} />
        ) : (
          <>
            <Answer error={notReadMessage(failure)} />
            <Button variant="default" size="xs" onClick={() => void reload()}>
              {i18n.t('Try again')}
            </Button>
          </>
        )
      ) : open.kind === 'list' ? (
        <>
          <FactorRows
            factors={factors}
            onRemoveApp={() => setOpen({ kind: 'remove-app' })}
            onRemovePasskey={(passkey) => setOpen({ kind: 'remove-passkey', passkey })}
            onRenew={() => setOpen({ kind: 'renew' })}
          />
          <div className={styles['buttons']}>
            {factors.totp === null ? (
              <Button variant="default" onClick={() => setOpen({ kind: 'add-app' })}>
                {i18n.t('Set up an authenticator app')}
              </Button>
            ) : null}
            {'PublicKeyCredential' in globalThis ? (
              <Button variant="default" onClick={() => setOpen({ kind: 'add-passkey' })}>
                {i18n.t('Add a passkey')}
              </Button>
            ) : null}
          </div>
          <Answer done={open.done} />
        </>
      ) : (
        <Suspense fallback={<LoadingRows count={2} />}>
          <Opened
            email={email}
            hasPasskey={factors.passkeys.length > 0}
            open={open}
            onOpen={setOpen}
            onChanged={reload}
          />
        </Suspense>
      )}
    </Section>
  );
}

interface OpenedProps {
  readonly email: string;
  readonly hasPasskey: boolean;
  readonly open: Exclude<Open, { readonly kind: 'list' }>;
  readonly onOpen: (open: Open) => void;
  readonly onChanged: () => Promise<void>;
}

function Opened({ email, hasPasskey, open, onOpen, onChanged }: OpenedProps) {
  const client = useClient();
  const cancel = () => onOpen({ kind: 'list' });
  const close = async (done: string) => {
    onOpen({ kind: 'list', done });
    await onChanged();
  };
  const show = async (codes: readonly string[], done: string) => {
    if (codes.length === 0) return close(done);
    onOpen({ kind: 'codes', codes });
    return onChanged();
  };
  const proof = { email, hasPasskey, onCancel: cancel };
  switch (open.kind) {
    case 'codes':
      return <RecoveryCodes codes={open.codes} onDone={cancel} />;
    case 'add-app':
      return (
        <TotpSetup
          email={email}
          onDone={(codes) => void show(codes, i18n.t('The authenticator app is set up'))}
          onCancel={cancel}
        />
      );
    case 'add-passkey':
      return (
        <PasskeyForm
          email={email}
          onDone={(codes) => void show(codes, i18n.t('The passkey is added'))}
          onCancel={cancel}
        />
      );
    case 'renew':
      return (
        <ProofForm
          {...proof}
          submit={i18n.t('Make new recovery codes')}
          onSubmit={async (given) => show(await renewRecoveryCodes(client, given), '')}
        />
      );
    case 'remove-passkey':
      return (
        <ProofForm
          {...proof}
          submit={i18n.t('Remove the passkey {name}', { name: open.passkey.name })}
          onSubmit={async (given) => {
            await removePasskey(client, open.passkey.id, given);
            await close(i18n.t('The passkey is removed'));
          }}
        />
      );
    case 'remove-app':
      return (
        <ProofForm
          {...proof}
          submit={i18n.t('Remove the authenticator app')}
          onSubmit={async (given) => {
            await removeTotp(client, given);
            await close(i18n.t('The authenticator app is removed'));
          }}
        />
      );
  }
}
