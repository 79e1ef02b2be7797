import { Button, TextInput } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import * as v from 'valibot';
import { emailSchema } from '../../../model/shared/text.ts';
import { useAccount, useClient } from '../../data/client.tsx';
import { useDraft } from '../../data/drafts.ts';
import { useMe } from '../../data/people.ts';
import { useOwnProof } from '../../data/own-proof.ts';
import { OwnPassword } from '../../ui/forms/own-password.tsx';
import { i18n, message } from '../../i18n/i18n.ts';
import { matching } from '../../ui/forms/rules.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { useValues } from '../../ui/forms/use-values.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import styles from './profile-page.module.css';
import { Answer } from '../../ui/forms/answer.tsx';
import { Section } from './section.tsx';
import { useAnswer } from '../../data/answer.ts';

const EMPTY = { email: '' };
const NO_PASSWORD = { password: '' };
const RULES = v.object({ email: matching(emailSchema, message('Enter an e-mail address')) });
const NO_RULES = v.object({});

/** E-mail address: confirmation state, and its change with proof of the new address. */
export function AddressSection() {
  const me = useMe();
  const account = useAccount();
  const client = useClient();
  const [confirmed, setConfirmed] = useState<boolean>();
  const email = me?.email ?? account?.record.email ?? '';
  useEffect(() => {
    const page = { isOpen: true };
    client.own.address().then(
      (address) => page.isOpen && setConfirmed(address.confirmed),
      // Offline nothing is shown.
      () => undefined,
    );
    return () => {
      page.isOpen = false;
    };
  }, [client, email]);
  return (
    <Section
      title={i18n.t('E-mail address')}
      hint={i18n.t(
        'You sign in with it, and mails go there. A new one counts from the moment you open the link in the mail to it.',
      )}
    >
      <div className={styles['address']}>
        <span>{email}</span>
        {confirmed === undefined ? null : (
          <span className={styles['state']} data-confirmed={confirmed}>
            {confirmed ? <IconCircleCheck {...SMALL_ICON} /> : <IconAlertCircle {...SMALL_ICON} />}
            {confirmed ? i18n.t('Confirmed') : i18n.t('Not confirmed yet')}
          </span>
        )}
        {confirmed === false ? <Verify /> : null}
      </div>
      <ChangeAddress email={email} />
    </Section>
  );
}

function Verify() {
  const client = useClient();
  const answer = useAnswer();
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={answer.busy}
        onClick={() => void answer.ask(() => client.own.verifyAddress())}
      >
        {i18n.t('Send a confirmation mail')}
      </Button>
      <Answer done={answer.done} error={answer.error} />
    </>
  );
}

/** `email`: the present one, for password managers. */
function ChangeAddress({ email }: { readonly email: string }) {
  const client = useClient();
  const answer = useAnswer();
  const own = useOwnProof();
  const draft = useDraft('own-address', EMPTY);
  const form = useForm({ store: draft, schema: RULES });
  // Apart from the draft: a password is never stored.
  const proof = useForm({ store: useValues(NO_PASSWORD), schema: NO_RULES });
  const [isOpen, setOpen] = useState(draft.isDirty);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    const asked = await answer.ask(() =>
      client.own.changeAddress({
        email: form.values.email.trim(),
        password: proof.values.password,
      }),
    );
    if (!asked) return;
    form.clear();
    proof.clear();
  };
  if (!isOpen) {
    return (
      <Button variant="default" onClick={() => setOpen(true)}>
        {i18n.t('Change e-mail address')}
      </Button>
    );
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
      <TextInput
        label={i18n.t('New e-mail address')}
        type="email"
        autoComplete="email"
        required
        withAsterisk={false}
        {...form.text('email')}
      />
      <OwnPassword email={email} own={own} {...proof.text('password')} />
      <Answer done={answer.done} error={answer.error} />
      <div>
        <Button type="submit" disabled={answer.busy}>
          {i18n.t('Send the link')}
        </Button>
      </div>
    </form>
  );
}
