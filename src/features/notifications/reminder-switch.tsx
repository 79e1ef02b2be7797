import { Switch } from '@mantine/core';
import styles from './inbox.module.css';
import { useReminderSwitch } from './use-reminder-switch.ts';

/** Switch for the reminders of this device. */
export function ReminderSwitch() {
  const [isOn, set] = useReminderSwitch();
  return (
    <div className={styles['push']}>
      <Switch
        size="xs"
        labelPosition="left"
        label="Remind me of due dates on this device"
        checked={isOn}
        classNames={{ body: styles['switch'] ?? '' }}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    </div>
  );
}
