import { Button } from '@mantine/core';
import { IconDeviceMobile, IconLock } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useClient } from '../../../data/client.tsx';
import {
  type OwnFactors,
  removeTotp,
  renewRecoveryCodes,
  useOwnFactors,
} from '../../../data/two-step.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { LoadingRows } from '../../../ui/layout/loading-rows.tsx';
import { ICON } from '../../../ui/marks/icon.ts';
import { formatMoment } from '../../../ui/text/locale.ts';
import styles from '../profile-page.module.css';
import { Answer } from '../../../ui/forms/answer.tsx';
import { Section } from '../section.tsx';
import { notReadMessage } from '../../../data/answer.ts';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const TotpSetup = lazy(async () => ({ default: (await import('./totp-setup.tsx')).TotpSetup }));

/** What is open below the list. */
type Open =
  | { readonly kind: 'nothing'; readonly done?: string }
  | { readonly kind: 'set-up' | 'remove' | 'renew' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

/** Two-step sign-in: authenticator app and recovery codes. */
export function TwoStepSection({ email }: { readonly email: string }) {
  const { factors, failure, reload } = useOwnFactors();
  const [open, setOpen] = useState<Open>({ kind: 'nothing' });
  return (
    <Section
      title={i18n.t('Two-step sign-in')}
      hint={i18n.t(
        'After the password, signing in also asks for a code of an app on your phone. Whoever only has your password cannot get in.',
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
      ) : (
        <>
          {factors.totp === null || open.kind !== 'nothing' ? null : (
            <FactorRows factors={factors} totp={factors.totp} onOpen={setOpen} />
          )}
          <Opened email={email} open={open} onOpen={setOpen} onChanged={reload} />
          {open.kind === 'nothing' && factors.totp === null ? (
            <Button variant="default" onClick={() => setOpen({ kind: 'set-up' })}>
              {i18n.t('Set up an authenticator app')}
            </Button>
          ) : null}
          {open.kind === 'nothing' ? <Answer done={open.done} /> : null}
        </>
      )}
    </Section>
  );
}

interface FactorRowsProps {
  readonly factors: OwnFactors;
  readonly totp: NonNullable<OwnFactors['totp']>;
  readonly onOpen: (open: Open) => void;
}

function FactorRows({ factors, totp, onOpen }: FactorRowsProps) {
  const left = factors.recovery_codes;
  return (
    <ul className={styles['sessions']}>
      <li className={styles['session']}>
        <IconDeviceMobile {...ICON} />
        <span className={styles['where']}>
          <span className={styles['browser']}>{i18n.t('Authenticator app')}</span>
          <br />
          <span className={styles['meta']}>
            {i18n.t('Since {time}', { time: formatMoment(totp.created_at) })}
          </span>
        </span>
        <Button
          variant="default"
          size="xs"
          aria-label={i18n.t('Remove the authenticator app')}
          onClick={() => onOpen({ kind: 'remove' })}
        >
          {i18n.t('Remove')}
        </Button>
      </li>
      <li className={styles['session']}>
        <IconLock {...ICON} />
        <span className={styles['where']}>
          <span className={styles['browser']}>{i18n.t('Recovery codes')}</span>
          <br />
          <span className={styles['meta']}>
            {i18n.t('{count, plural, =0 {None left} one {# left} other {# left}}', { count: left })}
          </span>
        </span>
        <Button
          variant="default"
          size="xs"
          aria-label={i18n.t('Make new recovery codes')}
          onClick={() => onOpen({ kind: 'renew' })}
        >
          {i18n.t('Replace')}
        </Button>
      </li>
    </ul>
  );
}

interface OpenedProps {
  readonly email: string;
  readonly open: Open;
  readonly onOpen: (open: Open) => void;
  readonly onChanged: () => Promise<void>;
}

function Opened({ email, open, onOpen, onChanged }: OpenedProps) {
  const client = useClient();
  const cancel = () => onOpen({ kind: 'nothing' });
  const show = async (codes: readonly string[]) => {
    onOpen(
      codes.length === 0
        ? { kind: 'nothing', done: i18n.t('The authenticator app is set up') }
        : { kind: 'codes', codes },
    );
    await onChanged();
  };
  switch (open.kind) {
    case 'nothing':
      return null;
    case 'codes':
      return <RecoveryCodes codes={open.codes} onDone={cancel} />;
    case 'set-up':
      return (
        <Suspense fallback={<LoadingRows count={2} />}>
          <TotpSetup email={email} onDone={(codes) => void show(codes)} onCancel={cancel} />
        </Suspense>
      );
    case 'renew':
      return (
        <ProofForm
          key="renew"
          email={email}
          submit={i18n.t('Make new recovery codes')}
          onSubmit={async (proof) => show(await renewRecoveryCodes(client, proof))}
          onCancel={cancel}
        />
      );
    case 'remove':
      return (
        <ProofForm
          key="remove"
          email={email}
          submit={i18n.t('Remove the authenticator app')}
          onSubmit={async (proof) => {
            await removeTotp(client, proof);
            onOpen({ kind: 'nothing', done: i18n.t('The authenticator app is removed') });
            await onChanged();
          }}
          onCancel={cancel}
        />
      );
  }
}
