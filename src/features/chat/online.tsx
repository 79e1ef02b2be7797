import { VisuallyHidden } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import type { OrgUser } from '../../../model/entities/org-user.ts';
import { usePeopleOnline } from '../../data/people-online.ts';
import { i18n } from '../../i18n/i18n.ts';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import styles from './online.module.css';

const OnlineContext = createContext<ReadonlySet<string> | undefined>(undefined);

/** Asks who has Cairn open, once for all lists and conversations below. */
export function OnlineProvider({ children }: { readonly children: ReactNode }) {
  return <OnlineContext value={usePeopleOnline()}>{children}</OnlineContext>;
}

/** True when the person has Cairn open; false also without a connection. */
export function useIsOnline(id: string): boolean {
  return useContext(OnlineContext)?.has(id) === true;
}

/** Picture of a person with a mark while they have Cairn open; their name is beside it. */
export function OnlineAvatar({ person }: { readonly person: OrgUser }) {
  const isOnline = useIsOnline(person.id);
  return (
    <span className={styles['person']}>
      <PersonAvatar
        name={person.display_name}
        image={person.profile_image}
        size={32}
        tooltip={false}
      />
      {isOnline && (
        <span className={styles['mark']} title={i18n.t('Online')}>
          <VisuallyHidden>{i18n.t('Online')}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}
