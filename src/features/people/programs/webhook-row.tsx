import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconDots,
  IconShieldLock,
  IconPencil,
  IconBellOff,
  IconBell,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Webhook } from '../../../data/webhooks.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { ICON, SMALL_ICON } from '../../../ui/marks/icon.ts';
import { MenuButton } from '../../../ui/overlays/menu-button.tsx';
import { formatMoment } from '../../../ui/text/locale.ts';
import { Deliveries } from './deliveries.tsx';
import { outcomeText } from './delivery-outcome.ts';
import styles from './programs.module.css';

interface WebhookRowProps {
  readonly webhook: Webhook;
  readonly disabled: boolean;
  readonly actions: {
    readonly onEdit: (webhook: Webhook) => void;
    readonly toggle: (webhook: Webhook) => Promise<unknown>;
    readonly rotate: (webhook: Webhook) => Promise<void>;
    readonly end: (webhook: Webhook) => Promise<void>;
  };
  /** Reads the list again: a replay changes the state of the webhook. */
  readonly onReload: () => void;
}

/** A webhook: address, kinds, state, last delivery, menu, and its deliveries when they are open. */
export function WebhookRow({ webhook, disabled, actions, onReload }: WebhookRowProps) {
  const { id, url, kinds } = webhook;
  const [isOpen, setOpen] = useState(false);
  const state = stateOf(webhook);
  return (
    <li className={styles['item']}>
      <div className={styles['row']}>
        <div className={styles['where']}>
          <p className={styles['name']}>{url}</p>
          <p className={styles['meta']}>
            <span className={styles['state']} data-tone={state.tone}>
              {state.text}
            </span>
            {' · '}
            {kinds.length === 0 ? i18n.t('Every kind') : kinds.join(', ')}
          </p>
          <p className={styles['meta']}>{lastOf(webhook)}</p>
          {webhook.former_until === null ? null : (
            <p className={styles['meta']}>
              {i18n.t('Signed with the former secret too until {time}', {
                time: formatMoment(webhook.former_until),
              })}
            </p>
          )}
        </div>
        <div className={styles['actions']}>
          <Button
            variant="default"
            size="xs"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `deliveries-${id}` : undefined}
            aria-label={i18n.t('Deliveries of {name}', { name: url })}
            onClick={() => setOpen(!isOpen)}
          >
            {i18n.t('Deliveries')}
          </Button>
          <RowMenu webhook={webhook} disabled={disabled} actions={actions} />
        </div>
      </div>
      {isOpen ? (
        <div id={`deliveries-${id}`} className={styles['deliveries']}>
          <Deliveries webhook={webhook} onReplayed={onReload} />
        </div>
      ) : null}
    </li>
  );
}

function RowMenu({
  webhook,
  disabled,
  actions,
}: Pick<WebhookRowProps, 'webhook' | 'disabled' | 'actions'>) {
  const { url, active } = webhook;
  return (
    <MenuButton
      position="bottom-end"
      button={(opener) => (
        <ActionIcon
          {...opener}
          variant="default"
          size={30}
          disabled={disabled}
          aria-label={i18n.t('Actions for {name}', { name: url })}
        >
          <IconDots {...ICON} />
        </ActionIcon>
      )}
    >
      <Menu.Item
        leftSection={<IconPencil {...SMALL_ICON} />}
        onClick={() => actions.onEdit(webhook)}
      >
        {i18n.t('Edit')}
      </Menu.Item>
      <Menu.Item
        leftSection={active ? <IconBellOff {...SMALL_ICON} /> : <IconBell {...SMALL_ICON} />}
        onClick={() => void actions.toggle(webhook)}
      >
        {active ? i18n.t('Switch off') : i18n.t('Switch on')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconShieldLock {...SMALL_ICON} />}
        onClick={() => void actions.rotate(webhook)}
      >
        {i18n.t('New secret')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        color="red"
        leftSection={<IconTrash {...SMALL_ICON} />}
        onClick={() => void actions.end(webhook)}
      >
        {i18n.t('Delete')}
      </Menu.Item>
    </MenuButton>
  );
}

interface State {
  readonly tone: 'good' | 'waiting' | 'plain';
  readonly text: string;
}

function stateOf({ active, paused_until, waiting }: Webhook): State {
  if (!active) {
    const text = waiting === 0 ? i18n.t('Off') : i18n.t('Off, {count} waiting', { count: waiting });
    return { tone: 'plain', text };
  }
  if (paused_until !== null) {
    const time = formatMoment(paused_until);
    return { tone: 'waiting', text: i18n.t('Failing, next attempt {time}', { time }) };
  }
  if (waiting > 0) {
    return { tone: 'good', text: i18n.t('On, {count} waiting', { count: waiting }) };
  }
  return { tone: 'good', text: i18n.t('On') };
}

function lastOf({ last }: Webhook): string {
  if (last === null || last.tried_at === null) return i18n.t('Nothing sent yet');
  const time = formatMoment(last.tried_at);
  const outcome = outcomeText(last.outcome ?? '');
  return last.state === 'delivered'
    ? i18n.t('Last delivered {time} ({outcome})', { time, outcome })
    : i18n.t('Last attempt failed {time} ({outcome})', { time, outcome });
}
