import { useLocalStorage } from '@mantine/hooks';

/** Whether this device reminds of due dates, and the function that changes it. */
export function useReminderSwitch(): readonly [boolean, (isOn: boolean) => void] {
  const [isOn, set] = useLocalStorage({
    key: 'cairn-reminders',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  return [isOn, set];
}
