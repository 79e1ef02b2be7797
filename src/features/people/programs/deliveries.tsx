import { Button } from '@mantine/core';
import { useAnswer } from '../../../data/answer.ts';
import { useClient } from '../../../data/client.tsx';
import {
  type Delivery,
  replayDelivery,
  useDeliveries,
  type Webhook,
} from '../../../data/webhooks.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { Answer } from '../../../ui/forms/answer.tsx';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { formatMoment } from '../../../ui/text/locale.ts';
import { outcomeText } from './delivery-outcome.ts';
import styles from './programs.module.css';
import { ReadList } from '../read-list.tsx';

interface DeliveriesProps {
  readonly webhook: Webhook;
  readonly onReplayed: () => void;
}

/** The newest deliveries of a webhook: state, attempts, next attempt, body, and a button that sends one again. */
export function Deliveries({ webhook, onReplayed }: DeliveriesProps) {
  const client = useClient();
  const answer = useAnswer();
  const { list, failure, reload } = useDeliveries(webhook.id);
  const replay = async (id: string) => {
    await answer.ask(async () => {
      await replayDelivery(client, id);
      return webhook.active
        ? i18n.t('The delivery is sent again')
        : i18n.t('The delivery is sent again when the webhook is on');
    });
    await reload();
    onReplayed();
  };
  return (
    <>
      <div className={styles['head']}>
        <Answer done={answer.done} error={answer.error} />
        <Button variant="default" size="xs" disabled={answer.busy} onClick={() => void reload()}>
          {i18n.t('Refresh')}
        </Button>
      </div>
      <ReadList list={list} failure={failure} onReload={() => void reload()}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <EmptyState
              compact
              text={i18n.t('No deliveries yet')}
              hint={i18n.t(
                'The next change of a chosen kind is sent. Deliveries are kept for 30 days.',
              )}
            />
          ) : (
            <ol className={styles['list']} aria-label={i18n.t('Deliveries, newest first')}>
              {deliveries.map((delivery) => (
                <Item
                  key={delivery.id}
                  delivery={delivery}
                  disabled={answer.busy}
                  onReplay={() => void replay(delivery.id)}
                />
              ))}
            </ol>
          )
        }
      </ReadList>
    </>
  );
}

interface ItemProps {
  readonly delivery: Delivery;
  readonly disabled: boolean;
  readonly onReplay: () => void;
}

function Item({ delivery, disabled, onReplay }: ItemProps) {
  const { kind, state, created_at, body } = delivery;
  return (
    <li className={styles['item']}>
      <div className={styles['row']}>
        <div className={styles['where']}>
          <p className={styles['name']}>{kind}</p>
          <p className={styles['meta']}>
            <span className={styles['state']} data-tone={TONES[state]}>
              {stateOf(delivery)}
            </span>
            {' · '}
            {formatMoment(created_at)}
          </p>
          <p className={styles['meta']}>{attemptsOf(delivery)}</p>
        </div>
        {state === 'waiting' ? null : (
          <Button
            variant="default"
            size="xs"
            disabled={disabled}
            aria-label={i18n.t('Send {kind} of {time} again', {
              kind,
              time: formatMoment(created_at),
            })}
            onClick={onReplay}
          >
            {i18n.t('Send again')}
          </Button>
        )}
      </div>
      <details>
        <summary className={styles['summary']}>{i18n.t('Body')}</summary>
        <pre className={styles['body']}>{indented(body)}</pre>
      </details>
    </li>
  );
}

const TONES = { delivered: 'good', waiting: 'waiting', failed: 'bad' } as const;

function stateOf({ state, outcome }: Delivery): string {
  const text = {
    delivered: i18n.t('Delivered'),
    waiting: i18n.t('Waiting'),
    failed: i18n.t('Failed'),
  };
  return outcome === null ? text[state] : `${text[state]} (${outcomeText(outcome)})`;
}

function attemptsOf({ attempts, next_at }: Delivery): string {
  const made = i18n.t('{count, plural, one {# attempt} other {# attempts}}', { count: attempts });
  if (next_at === null) return made;
  return `${made} · ${i18n.t('Next attempt {time}', { time: formatMoment(next_at) })}`;
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
