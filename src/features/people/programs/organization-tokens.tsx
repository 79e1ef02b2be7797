import { Button } from '@mantine/core';
import { IconLink, IconPlus } from '@tabler/icons-react';
import { useAccount } from '../../../data/client.tsx';
import {
  createOrganizationToken,
  endOrganizationToken,
  type OrganizationToken,
  rotateOrganizationToken,
  useOrganizationTokens,
} from '../../../data/organization-tokens.ts';
import { useMe } from '../../../data/people.ts';
import { useTokenActions } from '../../../data/token-actions.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { Answer } from '../../../ui/forms/answer.tsx';
import { SecretField } from '../../../ui/forms/secret-field.tsx';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { ICON, SMALL_ICON } from '../../../ui/marks/icon.ts';
import { useDialogs } from '../../../ui/overlays/dialogs.tsx';
import { ReadList } from '../read-list.tsx';
import { OrganizationTokenForm } from './organization-token-form.tsx';
import { OrganizationTokenRow } from './organization-token-row.tsx';
import styles from './programs.module.css';

const CALLS = {
  create: createOrganizationToken,
  rotate: rotateOrganizationToken,
  end: endOrganizationToken,
};

/** Tokens of the organisation: list, creation, new secrets and end. */
export function OrganizationTokens() {
  const account = useAccount();
  const email = useMe()?.email ?? '';
  const dialogs = useDialogs();
  const { list, failure, reload } = useOrganizationTokens();
  const actions = useTokenActions({ reload }, CALLS);
  const { answer, form, secret } = actions;
  const create = () => actions.openForm({ kind: 'create' });
  const end = async ({ id, name }: OrganizationToken) => {
    const sure = await dialogs.confirm({
      title: i18n.t('End the token {name}?', { name }),
      message: i18n.t(
        'The program can no longer read or change anything. What it has written stays, under its name.',
      ),
      confirm: i18n.t('End the token'),
      danger: true,
    });
    if (sure) await actions.end(id);
  };
  const number = account?.orgId ?? '';
  return (
    <section className={styles['section']} aria-labelledby="organization-tokens">
      <div className={styles['head']}>
        <h2 id="organization-tokens" className={styles['heading']}>
          {i18n.t('Tokens of the organisation')}
        </h2>
        {list === undefined || list.length === 0 || form !== undefined ? null : (
          <AddButton onClick={create} />
        )}
      </div>
      <p className={styles['hint']}>
        {i18n.t(
          'A program with such a token acts under its own name in this organisation (number {number}). The token stays valid when the person who created it leaves.',
          { number },
        )}
      </p>
      {secret === undefined ? null : (
        <SecretField
          label={i18n.t('The new token')}
          hint={i18n.t('Copy it into the program now: it is not shown again.')}
          secret={secret}
          onDone={actions.closeSecret}
        />
      )}
      {form === undefined ? null : <OrganizationTokenForm email={email} actions={actions} />}
      <Answer done={answer.done} error={answer.error} />
      <ReadList list={list} failure={failure} onReload={() => void reload()}>
        {(tokens) =>
          tokens.length > 0 ? (
            <ul className={styles['list']} aria-label={i18n.t('Tokens of the organisation')}>
              {tokens.map((token) => (
                <OrganizationTokenRow
                  key={token.id}
                  token={token}
                  disabled={answer.busy}
                  onRotate={() => actions.openForm({ kind: 'rotate', ...token })}
                  onEnd={() => void end(token)}
                />
              ))}
            </ul>
          ) : form !== undefined ? null : (
            <EmptyState
              icon={<IconLink {...ICON} size={30} />}
              text={i18n.t('No tokens yet')}
              action={<AddButton onClick={create} />}
            />
          )
        }
      </ReadList>
    </section>
  );
}

function AddButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button leftSection={<IconPlus {...SMALL_ICON} />} onClick={onClick}>
      {i18n.t('Create a token')}
    </Button>
  );
}
