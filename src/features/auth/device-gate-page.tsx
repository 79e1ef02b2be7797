import { Anchor, Button, PasswordInput, Stack } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import * as v from 'valibot';
import { useAccount, useClient } from '../../data/client.tsx';
import { type GateState, type InTheWay, useGateCalls } from '../../data/device-gate.ts';
import {
  EMPTY_PASSPHRASE,
  passphraseRules,
  STRENGTHS,
  strengthOf,
  useStrength,
} from '../../data/passphrase.ts';
import { i18n, message } from '../../i18n/i18n.ts';
import { moveFocus } from '../../ui/focus/move-focus.ts';
import { NewPassphrase } from '../../ui/forms/new-passphrase.tsx';
import { required } from '../../ui/forms/rules.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { useValues } from '../../ui/forms/use-values.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { FormMessage } from './form-message.tsx';
import { ownAddress } from './own-address.ts';

interface DeviceGatePageProps {
  readonly gate: GateState;
  /** Address that redirected the person here. */
  readonly back: string | undefined;
  readonly notices: ReactNode;
  /** Shows the form for signing in instead. */
  readonly onSignIn: () => void;
}

/** Asks for the passphrase of this device, or for a new one, before anything of the person opens (decision 0099). */
export function DeviceGatePage({ gate, back, notices, onSignIn }: DeviceGatePageProps) {
  const router = useRouter();
  const isIn = useAccount() !== undefined;
  const next = ownAddress(back);
  useEffect(() => {
    if (isIn) router.history.replace(next);
  }, [isIn, next, router]);
  switch (gate.kind) {
    case 'unlock':
      return <Unlock notices={notices} onSignIn={onSignIn} />;
    case 'choose':
      return <Choose isEmpty={gate.isEmpty} notices={notices} onSignIn={onSignIn} />;
    case 'renew':
      return <Renew notices={notices} />;
  }
}

const WRONG = message('This is not the passphrase of this device');
const UNLOCK_RULES = v.object({ passphrase: required(message('Passphrase')) });

type PageProps = Pick<DeviceGatePageProps, 'notices' | 'onSignIn'>;

function Unlock({ notices, onSignIn }: PageProps) {
  const { busy, error, run } = useGateCalls();
  const dialogs = useDialogs();
  const unsent = useUnsent();
  const form = useForm({ store: useValues({ passphrase: '' }), schema: UNLOCK_RULES });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    void run(async (calls) =>
      (await calls.unlock(form.values.passphrase)) ? undefined : i18n.t(WRONG),
    );
  };
  const discard = async () => {
    const sure = await dialogs.confirm({
      title: i18n.t('Remove everything from this device?'),
      message: i18n.t(
        '{unsent, plural, =0 {Everything was sent: you download it again after signing in.} one {# change was not sent and is lost. You keep it if you sign in instead.} other {# changes were not sent and are lost. You keep them if you sign in instead.}}',
        { unsent },
      ),
      confirm: i18n.t('Remove'),
      danger: true,
    });
    if (!sure) return;
    await run(async (calls) => {
      await calls.discard();
      onSignIn();
      return undefined;
    });
  };
  return (
    <AuthLayout
      title={i18n.t('Unlock this device')}
      notices={notices}
      hint={i18n.t(
        'What Cairn stores here is encrypted. The passphrase opens it, also without a connection.',
      )}
      foot={
        <Stack gap="xs">
          <p>
            {i18n.t('Forgotten, or somebody else?')}{' '}
            <Anchor component="button" type="button" underline="always" onClick={onSignIn}>
              {i18n.t('Sign in instead')}
            </Anchor>
          </p>
          <p>
            {unsent === 0
              ? i18n.t('Signing in opens the same data, and you choose a new passphrase.')
              : i18n.t(
                  'Signing in opens the same data with {unsent, plural, one {# unsent change} other {# unsent changes}}, and you choose a new passphrase.',
                  { unsent },
                )}
          </p>
          <p>
            <Anchor
              component="button"
              type="button"
              underline="always"
              disabled={busy}
              onClick={() => void discard()}
            >
              {i18n.t('Remove everything from this device')}
            </Anchor>
          </p>
        </Stack>
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <PasswordInput
            label={i18n.t('Passphrase')}
            // A stored passphrase would lie beside what it protects.
            autoComplete="off"
            ref={moveFocus}
            {...form.text('passphrase')}
          />
          <FormMessage kind="error">{error}</FormMessage>
          <Button type="submit" fullWidth disabled={busy}>
            {busy ? i18n.t('Loading...') : i18n.t('Unlock')}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}

function Choose({ isEmpty, notices, onSignIn }: PageProps & { readonly isEmpty: boolean }) {
  const client = useClient();
  const { busy, error, run } = useGateCalls();
  const [isBlocked, setBlocked] = useState(false);
  const mayLeave = isEmpty && !isBlocked;
  const leave = async () => {
    const isOut = await client.signOut({ unsent: 'none' });
    setBlocked(!isOut);
    if (!isOut) return i18n.t(NOT_LEFT);
    onSignIn();
    return undefined;
  };
  return (
    <AuthLayout
      title={i18n.t('Choose a passphrase for this device')}
      notices={notices}
      hint={i18n.t(
        'Your organisation asks that this device encrypts what it stores. You enter the passphrase each time you open Cairn after all its windows were closed.',
      )}
    >
      <PassphraseForm
        label={i18n.t('Encrypt this device')}
        description={
          isEmpty
            ? i18n.t(
                'It protects a lost or stolen device. Files are not stored on this device: they need a connection.',
              )
            : i18n.t(
                'It protects a lost or stolen device. Everything is downloaded again. Files are not stored on this device any more: they need a connection.',
              )
        }
        busy={busy}
        error={error}
        onSubmit={(passphrase) =>
          void run(async (calls) => {
            const inTheWay = await calls.encrypt(passphrase);
            setBlocked(inTheWay !== undefined);
            return inTheWay && reasonOf(inTheWay);
          })
        }
        other={mayLeave ? i18n.t('Sign out') : i18n.t('Not now')}
        onOther={() =>
          void run(async (calls) => {
            if (mayLeave) return await leave();
            await calls.later();
            return undefined;
          })
        }
      />
    </AuthLayout>
  );
}

const NOT_LEFT = message(
  'You are still signed in: something that you wrote here has not been sent. Choose “Not now”, and send or discard it first.',
);

function reasonOf({ unsent, shots }: InTheWay): string {
  return unsent > 0
    ? i18n.t(
        '{unsent, plural, one {# change has} other {# changes have}} to be sent or decided first. Choose “Not now”, and encrypt this device when everything is sent.',
        { unsent },
      )
    : i18n.t(
        '{shots, plural, one {A file on this device is} other {# files on this device are}} not attached yet. Choose “Not now”, and attach or discard what is there first.',
        { shots },
      );
}

function Renew({ notices }: Pick<PageProps, 'notices'>) {
  const { busy, error, run } = useGateCalls();
  return (
    <AuthLayout
      title={i18n.t('Choose a new passphrase')}
      notices={notices}
      hint={i18n.t('You are signed in, and everything on this device is as you left it.')}
    >
      <PassphraseForm
        label={i18n.t('Save')}
        description={i18n.t('You enter it the next time you open Cairn on this device.')}
        busy={busy}
        error={error}
        onSubmit={(passphrase) =>
          void run(async (calls) => {
            await calls.renew(passphrase);
            return undefined;
          })
        }
        other={i18n.t('Keep the passphrase that I have')}
        onOther={() =>
          void run(async (calls) => {
            await calls.keep();
            return undefined;
          })
        }
      />
    </AuthLayout>
  );
}

interface PassphraseFormProps {
  /** Label of the button. */
  readonly label: string;
  readonly description: string;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onSubmit: (passphrase: string) => void;
  /** Label of the other choice. */
  readonly other: string;
  readonly onOther: () => void;
}

function PassphraseForm(props: PassphraseFormProps) {
  const { label, description, busy, error, onSubmit, other, onOther } = props;
  const form = useForm({ store: useValues(EMPTY_PASSPHRASE), schema: passphraseRules });
  const { passphrase } = form.values;
  const strength = useStrength(passphrase);
  const [isCommon, setCommon] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    const common = (await strengthOf(passphrase)) === 'common';
    setCommon(common);
    if (!common) onSubmit(passphrase);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <NewPassphrase
          form={form}
          description={description}
          strength={strength}
          strengthText={i18n.t(STRENGTHS[strength ?? 'short'])}
        />
        <FormMessage kind="error">{isCommon ? i18n.t(STRENGTHS.common) : error}</FormMessage>
        <Button type="submit" fullWidth disabled={busy}>
          {busy ? i18n.t('Loading...') : label}
        </Button>
        <Button variant="default" fullWidth disabled={busy} onClick={onOther}>
          {other}
        </Button>
      </Stack>
    </form>
  );
}

/** Number of unsent changes behind the passphrase. */
function useUnsent(): number {
  const { gate } = useClient();
  const [unsent, setUnsent] = useState(0);
  useEffect(() => {
    gate
      .load()
      .then((calls) => calls.unsent())
      .then(setUnsent, () => undefined);
  }, [gate]);
  return unsent;
}
