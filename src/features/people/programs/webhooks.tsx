import { Button } from '@mantine/core';
import { IconPlus, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useAnswer } from '../../../data/answer.ts';
import { useClient } from '../../../data/client.tsx';
import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  updateWebhook,
  useWebhooks,
  type Webhook,
  type WebhookFields,
} from '../../../data/webhooks.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { Answer } from '../../../ui/forms/answer.tsx';
import { SecretField } from '../../../ui/forms/secret-field.tsx';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { ICON, SMALL_ICON } from '../../../ui/marks/icon.ts';
import { useDialogs } from '../../../ui/overlays/dialogs.tsx';
import styles from './programs.module.css';
import { ReadList } from '../read-list.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookRow } from './webhook-row.tsx';

/** What is open below the list: a new webhook, or one that is edited. */
type Editing = { readonly webhook: Webhook | undefined } | undefined;

/** Webhooks of the organisation: list, creation, change, secret, deliveries. */
export function Webhooks() {
  const client = useClient();
  const answer = useAnswer();
  const dialogs = useDialogs();
  const { list, failure, reload } = useWebhooks();
  const [editing, setEditing] = useState<Editing>();
  const [secret, setSecret] = useState<string>();
  /** Runs a call and reads the list again, also after a failure: a lost response may hide a change that was made. */
  const run = async (call: () => Promise<string>) => {
    const isDone = await answer.ask(call);
    await reload();
    return isDone;
  };
  const save = async (webhook: Webhook | undefined, fields: WebhookFields) => {
    const isDone = await run(async () => {
      if (webhook === undefined) {
        setSecret(await createWebhook(client, fields));
        return i18n.t('The webhook has been created');
      }
      await updateWebhook(client, webhook.id, fields);
      return i18n.t('The webhook has been changed');
    });
    if (isDone) setEditing(undefined);
    return isDone;
  };
  const toggle = ({ id, active }: Webhook) =>
    run(async () => {
      await updateWebhook(client, id, { active: !active });
      return active ? i18n.t('The webhook is off') : i18n.t('The webhook is on');
    });
  const rotate = async ({ id, url }: Webhook) => {
    const sure = await dialogs.confirm({
      title: i18n.t('New secret for {name}?', { name: url }),
      message: i18n.t('For a day deliveries are signed with both secrets, the former one too.'),
      confirm: i18n.t('New secret'),
    });
    if (!sure) return;
    await run(async () => {
      setSecret(await rotateWebhookSecret(client, id));
      return i18n.t('The secret has been replaced');
    });
  };
  const end = async ({ id, url }: Webhook) => {
    const sure = await dialogs.confirm({
      title: i18n.t('Delete the webhook {name}?', { name: url }),
      message: i18n.t('Its deliveries are deleted too, also those that wait.'),
      confirm: i18n.t('Delete the webhook'),
      danger: true,
    });
    if (!sure) return;
    setEditing(undefined);
    await run(async () => {
      await deleteWebhook(client, id);
      return i18n.t('The webhook has been deleted');
    });
  };
  const actions = { onEdit: (webhook: Webhook) => setEditing({ webhook }), toggle, rotate, end };
  return (
    <section className={styles['section']} aria-labelledby="webhooks">
      <div className={styles['head']}>
        <h2 id="webhooks" className={styles['heading']}>
          {i18n.t('Webhooks')}
        </h2>
        {list === undefined || list.length === 0 || editing !== undefined ? null : (
          <AddButton onClick={() => setEditing({ webhook: undefined })} />
        )}
      </div>
      <p className={styles['hint']}>
        {i18n.t(
          'Cairn sends a signed message to each address when something changes in the organisation: ids and no text.',
        )}
      </p>
      {secret === undefined ? null : (
        <SecretField
          label={i18n.t('Secret of the webhook')}
          hint={i18n.t('The receiver checks signatures with it. It is not shown again.')}
          secret={secret}
          onDone={() => setSecret(undefined)}
        />
      )}
      {editing === undefined ? null : (
        <WebhookForm
          key={editing.webhook?.id}
          webhook={editing.webhook}
          disabled={answer.busy}
          onSave={(fields) => save(editing.webhook, fields)}
          onCancel={() => setEditing(undefined)}
        />
      )}
      <Answer done={answer.done} error={answer.error} />
      <ReadList list={list} failure={failure} onReload={() => void reload()}>
        {(webhooks) =>
          webhooks.length > 0 ? (
            <ul className={styles['list']} aria-label={i18n.t('Webhooks')}>
              {webhooks.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  disabled={answer.busy}
                  actions={actions}
                  onReload={() => void reload()}
                />
              ))}
            </ul>
          ) : editing === undefined ? (
            <EmptyState
              icon={<IconSend {...ICON} size={30} />}
              text={i18n.t('No webhooks yet')}
              action={<AddButton onClick={() => setEditing({ webhook: undefined })} />}
            />
          ) : null
        }
      </ReadList>
    </section>
  );
}

function AddButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button leftSection={<IconPlus {...SMALL_ICON} />} onClick={onClick}>
      {i18n.t('Add a webhook')}
    </Button>
  );
}
