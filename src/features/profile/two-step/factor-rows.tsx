import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { OwnFactors } from '../../../data/two-step.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { ICON } from '../../../ui/marks/icon.ts';
import { formatMoment } from '../../../ui/text/locale.ts';
import styles from '../profile-page.module.css';

interface FactorRowsProps {
  readonly factors: OwnFactors;
  readonly onRemoveApp: () => void;
  readonly onRemovePasskey: (passkey: OwnFactors['passkeys'][number]) => void;
  readonly onRenew: () => void;
}

/** Authenticator app, passkeys and recovery codes that a person has, each with its button. */
export function FactorRows({ factors, onRemoveApp, onRemovePasskey, onRenew }: FactorRowsProps) {
  const { totp, passkeys, recovery_codes: left } = factors;
  if (totp === null && passkeys.length === 0) return null;
  return (
    <ul className={styles['sessions']}>
      {totp === null ? null : (
        <FactorRow
          icon={<IconDeviceMobile {...ICON} />}
          name={i18n.t('Authenticator app')}
          text={i18n.t('Since {time}', { time: formatMoment(totp.created_at) })}
          action={i18n.t('Remove')}
          label={i18n.t('Remove the authenticator app')}
          onAction={onRemoveApp}
        />
      )}
      {passkeys.map((passkey) => (
        <FactorRow
          key={passkey.id}
          icon={<IconDeviceDesktop {...ICON} />}
          name={i18n.t('Passkey {name}', { name: passkey.name })}
          text={
            passkey.used_at === null
              ? i18n.t('Since {time}', { time: formatMoment(passkey.created_at) })
              : i18n.t('Last used {time}', { time: formatMoment(passkey.used_at) })
          }
          action={i18n.t('Remove')}
          label={i18n.t('Remove the passkey {name}', { name: passkey.name })}
          onAction={() => onRemovePasskey(passkey)}
        />
      ))}
      <FactorRow
        icon={<IconLock {...ICON} />}
        name={i18n.t('Recovery codes')}
        text={i18n.t('{count, plural, =0 {None left} one {# left} other {# left}}', {
          count: left,
        })}
        action={i18n.t('Replace')}
        label={i18n.t('Make new recovery codes')}
        onAction={onRenew}
      />
    </ul>
  );
}

interface FactorRowProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly text: string;
  readonly action: string;
  /** The action with what it is about. */
  readonly label: string;
  readonly onAction: () => void;
}

function FactorRow({ icon, name, text, action, label, onAction }: FactorRowProps) {
  return (
    <li className={styles['session']}>
      {icon}
      <span className={styles['where']}>
        <span className={styles['browser']}>{name}</span>
        <br />
        <span className={styles['meta']}>{text}</span>
      </span>
      <Button variant="default" size="xs" aria-label={label} onClick={onAction}>
        {action}
      </Button>
    </li>
  );
}
