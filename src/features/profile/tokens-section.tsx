import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { CairnError } from '../../../model/shared/errors.ts';
import { useAccount, useClient } from '../../data/client.tsx';
import {
  createToken,
  endToken,
  type NewToken,
  type OwnToken,
  useOwnTokens,
} from '../../data/machine-access.ts';
import { i18n } from '../../i18n/i18n.ts';
import { ICON } from '../../ui/marks/icon.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { formatMoment } from '../../ui/text/locale.ts';
import { Listed } from './listed.tsx';
import styles from './profile-page.module.css';
import { SecretField } from '../../ui/forms/secret-field.tsx';
import { Answer } from '../../ui/forms/answer.tsx';
import { Section } from './section.tsx';
import { TokenForm } from './token-form.tsx';
import { useAnswer } from '../../data/answer.ts';

/** Tokens with which programs act in the name of the person: list, creation and end. */
export function TokensSection({ email }: { readonly email: string }) {
  const client = useClient();
  const account = useAccount();
  const answer = useAnswer();
  const dialogs = useDialogs();
  const { list, failure, reload } = useOwnTokens();
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  const create = async (token: NewToken) => {
    const created = await answer.ask(async () => {
      setSecret(await createToken(client, token));
      return i18n.t('The token has been created');
    });
    if (created) setOpen(false);
    // Also after a failure: a lost response may hide a token that exists.
    await reload();
    return created;
  };
  const end = async (token: OwnToken) => {
    const sure = await dialogs.confirm({
      title: i18n.t('End the token {name}?', { name: token.name }),
      message: i18n.t('The program that uses it can no longer read or change anything.'),
      confirm: i18n.t('End the token'),
      danger: true,
    });
    if (!sure) return;
    await answer.ask(() => endedOnce(endToken(client, token.id)));
    await reload();
  };
  const number = account?.orgId ?? '';
  return (
    <Section
      title={i18n.t('Tokens for programs')}
      hint={i18n.t(
        'A program with a token acts in your name in this organisation (number {number}), without your password. Give each program one of its own, so that you can end it alone.',
        { number },
      )}
    >
      <Listed list={list} failure={failure} onReload={() => void reload()}>
        {(tokens) =>
          tokens.length === 0 ? null : (
            <ul className={styles['sessions']}>
              {tokens.map((token) => (
                <TokenRow
                  key={token.id}
                  token={token}
                  disabled={answer.busy}
                  onEnd={() => void end(token)}
                />
              ))}
            </ul>
          )
        }
      </Listed>
      {secret === undefined ? null : (
        <SecretField
          label={i18n.t('Your new token')}
          hint={i18n.t('Copy it into the program now: it is not shown again.')}
          secret={secret}
          onDone={() => setSecret(undefined)}
        />
      )}
      {isOpen && list !== undefined ? (
        <TokenForm
          email={email}
          disabled={answer.busy}
          onCreate={create}
          onCancel={() => setOpen(false)}
        />
      ) : list === undefined ? null : (
        <Button variant="default" onClick={() => setOpen(true)}>
          {i18n.t('Create a token')}
        </Button>
      )}
      <Answer done={answer.done} error={answer.error} />
    </Section>
  );
}

/** A token that does not exist counts as ended: it was ended elsewhere, or the request was sent twice. */
async function endedOnce(ending: Promise<void>): Promise<string> {
  try {
    await ending;
  } catch (failure) {
    if (!(failure instanceof CairnError && failure.code === 'not_found')) throw failure;
  }
  return i18n.t('The token has ended');
}

interface TokenRowProps {
  readonly token: OwnToken;
  readonly disabled: boolean;
  readonly onEnd: () => void;
}

function TokenRow({ token, disabled, onEnd }: TokenRowProps) {
  const { name, access, expires_at, used_at } = token;
  return (
    <li className={styles['session']}>
      <IconLink {...ICON} />
      <span className={styles['where']}>
        <span className={styles['browser']}>{name}</span>
        <br />
        <span className={styles['meta']}>
          {access === 'read' ? i18n.t('Reads') : i18n.t('Reads and writes')}
          {' · '}
          {i18n.t('Ends {time}', { time: formatMoment(expires_at) })}
          {' · '}
          {used_at === null
            ? i18n.t('Not used yet')
            : i18n.t('Last used {time}', { time: formatMoment(used_at) })}
        </span>
      </span>
      <Button
        variant="default"
        size="xs"
        disabled={disabled}
        aria-label={i18n.t('End the token {name}', { name })}
        onClick={onEnd}
      >
        {i18n.t('End')}
      </Button>
    </li>
  );
}
