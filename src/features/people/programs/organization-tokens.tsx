import { Button } from '@mantine/core';
import { IconLink, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { CairnError } from '../../../../model/shared/errors.ts';
import { useAnswer } from '../../../data/answer.ts';
import { useAccount, useClient } from '../../../data/client.tsx';
import {
  createOrganizationToken,
  endOrganizationToken,
  type NewOrganizationToken,
  type OrganizationToken,
  useOrganizationTokens,
} from '../../../data/organization-tokens.ts';
import { useMe } from '../../../data/people.ts';
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

/** Tokens of the organisation: list, creation and end. */
export function OrganizationTokens() {
  const client = useClient();
  const account = useAccount();
  const email = useMe()?.email ?? '';
  const answer = useAnswer();
  const dialogs = useDialogs();
  const { list, failure, reload } = useOrganizationTokens();
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  const create = async (token: NewOrganizationToken) => {
    const isDone = await answer.ask(async () => {
      setSecret(await createOrganizationToken(client, token));
      return i18n.t('The token has been created');
    });
    if (isDone) setOpen(false);
    // Also after a failure: a lost response may hide a token that exists.
    await reload();
  };
  const end = async (token: OrganizationToken) => {
    const sure = await dialogs.confirm({
      title: i18n.t('End the token {name}?', { name: token.name }),
      message: i18n.t(
        'The program can no longer read or change anything. What it has written stays, under its name.',
      ),
      confirm: i18n.t('End the token'),
      danger: true,
    });
    if (!sure) return;
    await answer.ask(() => endedOnce(endOrganizationToken(client, token.id)));
    await reload();
  };
  const number = account?.orgId ?? '';
  return (
    <section className={styles['section']} aria-labelledby="organization-tokens">
      <div className={styles['head']}>
        <h2 id="organization-tokens" className={styles['heading']}>
          {i18n.t('Tokens of the organisation')}
        </h2>
        {list === undefined || list.length === 0 || isOpen ? null : (
          <AddButton onClick={() => setOpen(true)} />
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
          onDone={() => setSecret(undefined)}
        />
      )}
      {isOpen ? (
        <OrganizationTokenForm
          email={email}
          disabled={answer.busy}
          onCreate={(token) => void create(token)}
          onCancel={() => setOpen(false)}
        />
      ) : null}
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
                  onEnd={() => void end(token)}
                />
              ))}
            </ul>
          ) : isOpen ? null : (
            <EmptyState
              icon={<IconLink {...ICON} size={30} />}
              text={i18n.t('No tokens yet')}
              action={<AddButton onClick={() => setOpen(true)} />}
            />
          )
        }
      </ReadList>
    </section>
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

function AddButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button leftSection={<IconPlus {...SMALL_ICON} />} onClick={onClick}>
      {i18n.t('Create a token')}
    </Button>
  );
}
