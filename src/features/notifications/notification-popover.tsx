import { Popover } from '@mantine/core';
import { i18n } from '../../i18n/i18n.ts';
import { type Opened, TargetElsewhere } from '../../ui/overlays/target-elsewhere.tsx';
import { NotificationList } from './notification-list.tsx';
import styles from './notification-popover.module.css';

interface Props extends Opened {
  readonly collapsed: boolean;
}

/** Dropdown of the bell. */
export function NotificationPopover(props: Props) {
  const { id, target, isOpen, onReady, onChange, collapsed } = props;
  return (
    <Popover
      id={id}
      opened={isOpen}
      onChange={onChange}
      position={collapsed ? 'right-start' : 'bottom-start'}
      width="min(400px, calc(100vw - 16px))"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <TargetElsewhere target={target} onReady={onReady} />
      </Popover.Target>
      <Popover.Dropdown className={styles['dropdown']} aria-label={i18n.t('Notifications')}>
        {isOpen && <NotificationList onDone={() => onChange(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}
