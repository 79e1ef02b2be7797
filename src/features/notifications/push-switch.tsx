import { Button, Checkbox, Group } from '@mantine/core';
import { usePush } from '../../data/push.ts';
import { i18n } from '../../i18n/i18n.ts';
import styles from './inbox.module.css';

/** Switch for push notifications. The browser's permission prompt appears only when the person turns it on. */
export function PushSwitch() {
  const { state, showsText, turnOn, turnOff } = usePush();
  if (state === 'unsupported' || state === 'shared') return null;
  return (
    <div className={styles['push']}>
      {state === 'denied' && (
        <p className={styles['meta']}>{i18n.t('This browser blocks notifications for Cairn.')}</p>
      )}
      {state === 'off' && (
        <Group justify="space-between" gap="xs">
          <span>{i18n.t('Tell me also when Cairn is closed')}</span>
          <Button size="compact-sm" variant="default" onClick={() => void turnOn(false)}>
            {i18n.t('Turn on')}
          </Button>
        </Group>
      )}
      {state === 'on' && (
        <Group justify="space-between" gap="xs">
          <Checkbox
            size="xs"
            label={i18n.t('Show the text of messages')}
            checked={showsText}
            onChange={(event) => void turnOn(event.currentTarget.checked)}
          />
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => void turnOff()}>
            {i18n.t('Turn off')}
          </Button>
        </Group>
      )}
    </div>
  );
}
