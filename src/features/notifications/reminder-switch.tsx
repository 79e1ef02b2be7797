import { Switch } from '@mantine/core';
import { i18n } from '../../i18n/i18n.ts';
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
        label={i18n.t('Remind me of due dates on this device')}
        checked={isOn}
        classNames={{ body: styles['switch'] ?? '' }}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    </div>
  );
}
