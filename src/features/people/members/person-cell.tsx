import { UnstyledButton } from '@mantine/core';
import type { OrgUser } from '../../../../model/entities/org-user.ts';
import { usePendingMark } from '../../../data/sync-status.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { PersonAvatar } from '../../../ui/marks/person-avatar.tsx';
import { RowMark } from '../../../ui/marks/row-mark.tsx';
import styles from '../organization-page.module.css';
import { stateOf } from './person-messages.ts';

interface PersonCellProps {
  readonly person: OrgUser;
  /** Role and level, where their columns are hidden. */
  readonly under: string;
  /** The organisation demands a second factor, and the person has none. */
  readonly lacksFactor: boolean;
  readonly onOpen: () => void;
}

/** Picture, name, address and status. The name opens the form. */
export function PersonCell({ person, under, lacksFactor, onOpen }: PersonCellProps) {
  const mark = usePendingMark('org_users', person.id);
  const state = stateOf(person);
  return (
    <span className={styles['person']}>
      <PersonAvatar
        name={person.display_name}
        image={person.profile_image}
        size={30}
        tooltip={false}
      />
      <span className={styles['words']}>
        <span className={styles['name']} data-wraps={state !== 'active' || lacksFactor}>
          <UnstyledButton className={styles['open']} onClick={onOpen}>
            {person.display_name}
          </UnstyledButton>
          {state === 'active' ? null : (
            <span className={styles['badge']} data-state={state}>
              {state === 'invited' ? i18n.t('Invited') : i18n.t('Deactivated')}
            </span>
          )}
          {lacksFactor ? (
            <span className={styles['badge']} data-state="no-factor">
              {i18n.t('No second factor')}
            </span>
          ) : null}
          <RowMark mark={mark} />
        </span>
        <span className={styles['muted']}>{person.email}</span>
        <span className={styles['under']}>{under}</span>
      </span>
    </span>
  );
}
