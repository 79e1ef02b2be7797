import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useAccount } from '../../data/client.tsx';
import {
  createToken,
  endToken,
  type OwnToken,
  rotateToken,
  useOwnTokens,
} from '../../data/machine-access.ts';
import { i18n } from '../../i18n/i18n.ts';
import { ICON } from '../../ui/marks/icon.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { formatMoment } from '../../ui/text/locale.ts';
import { Listed } from './listed.tsx';
import styles from './profile-page.module.css';
import { TokenButtons } from '../../ui/forms/token-form.tsx';
import { SecretField } from '../../ui/forms/secret-field.tsx';
import { Answer } from '../../ui/forms/answer.tsx';
import { Section } from './section.tsx';
import { OwnTokenForm } from './token-form.tsx';
import { useTokenActions } from '../../data/token-actions.ts';

const CALLS = { create: createToken, rotate: rotateToken, end: endToken };

/** Tokens with which programs act in the name of the person: list, creation, new secrets and end. */
export function TokensSection({ email }: { readonly email: string }) {
  const account = useAccount();
  const dialogs = useDialogs();
  const { list, failure, reload } = useOwnTokens();
  const actions = useTokenActions({ reload }, CALLS);
  const { answer, form, secret } = actions;
  const end = async ({ id, name }: OwnToken) => {
    const sure = await dialogs.confirm({
      title: i18n.t('End the token {name}?', { name }),
      message: i18n.t('The program that uses it can no longer read or change anything.'),
      confirm: i18n.t('End the token'),
      danger: true,
    });
    if (sure) await actions.end(id);
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
                  onRotate={() => actions.openForm({ kind: 'rotate', ...token })}
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
          onDone={actions.closeSecret}
        />
      )}
      {list === undefined ? null : form === undefined ? (
        <Button variant="default" onClick={() => actions.openForm({ kind: 'create' })}>
          {i18n.t('Create a token')}
        </Button>
      ) : (
        <OwnTokenForm email={email} actions={actions} />
      )}
      <Answer done={answer.done} error={answer.error} />
    </Section>
  );
}

interface TokenRowProps {
  readonly token: OwnToken;
  readonly disabled: boolean;
  readonly onRotate: () => void;
  readonly onEnd: () => void;
}

function TokenRow({ token, disabled, onRotate, onEnd }: TokenRowProps) {
  const { name, access, expires_at, used_at, former_until } = token;
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
          {former_until === null ? null : (
            <>
              <br />
              {i18n.t('The former secret works until {time}', { time: formatMoment(former_until) })}
            </>
          )}
        </span>
      </span>
      <TokenButtons name={name} disabled={disabled} onRotate={onRotate} onEnd={onEnd} />
    </li>
  );
}
