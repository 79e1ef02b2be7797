import { IconScan } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { useEscape } from '../../ui/focus/use-escape.tsx';
import { useFocusScope } from '../../ui/focus/use-focus-scope.ts';
import { ICON } from '../../ui/marks/icon.ts';
import { Navigation } from './navigation.tsx';
import { OrganizationRail } from './organization-rail.tsx';
import styles from './nav-drawer.module.css';
import navigationStyles from './navigation.module.css';

interface NavDrawerProps {
  readonly onNewTask: () => void;
  readonly onClose: () => void;
}

/** Navigation on a phone, opened from the left. */
export function NavDrawer({ onNewTask, onClose }: NavDrawerProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  useFocusScope(sheet, { loops: true });
  useEscape(onClose);
  return (
    <>
      <button
        type="button"
        className={styles['backdrop']}
        aria-label={i18n.t('Close navigation')}
        onClick={onClose}
      />
      <dialog
        open
        ref={sheet}
        className={styles['drawer']}
        aria-modal="true"
        aria-label={i18n.t('Navigation')}
        tabIndex={-1}
      >
        <OrganizationRail
          onNewTask={() => {
            onClose();
            onNewTask();
          }}
        />
        <Navigation
          collapsed={false}
          more={
            <Link
              to="."
              search={(before) => ({ ...before, panel: 'scan' })}
              className={navigationStyles['item']}
              onClick={onClose}
            >
              <IconScan {...ICON} />
              <span>{i18n.t('Scan a code')}</span>
            </Link>
          }
        />
      </dialog>
    </>
  );
}
