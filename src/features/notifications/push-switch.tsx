import { Button, Checkbox, Group } from '@mantine/core';
import { usePush } from '../../data/push.ts';
import styles from './inbox.module.css';

/** Switch for push notifications. The browser's permission prompt appears only when the person turns it on. */
export function PushSwitch() {
  const { state, showsText, turnOn, turnOff } = usePush();
  if (state === 'unsupported' || state === 'shared') return null;
  return (
    <div className={styles['push']}>
      {state === 'denied' && (
        <p className={styles['meta']}>This browser blocks notifications for Cairn.</p>
      )}
      {state === 'off' && (
        <Group justify="space-between" gap="xs">
          <span>Tell me also when Cairn is closed</span>
          <Button size="compact-sm" variant="default" onClick={() => void turnOn(false)}>
            Turn on
          </Button>
        </Group>
      )}
      {state === 'on' && (
        <Group justify="space-between" gap="xs">
          <Checkbox
            size="xs"
            label="Show the words of messages"
            checked={showsText}
            onChange={(event) => void turnOn(event.currentTarget.checked)}
          />
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => void turnOff()}>
            Turn off
          </Button>
        </Group>
      )}
    </div>
  );
}
