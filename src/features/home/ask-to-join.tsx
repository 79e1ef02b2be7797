import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { OrgUser } from '../../../model/entities/org-user.ts';
import { directScope } from '../../../model/entities/scopes.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useSendMessage } from '../../data/chat-changes.ts';
import { useAccount } from '../../data/client.tsx';
import { useAdministrators } from '../../data/people.ts';
import { useShowSuccess } from '../../data/success.tsx';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import styles from './home-page.module.css';

/** People shown at most. */
const SHOWN = 4;

/** For a person without a project: who can add them, each with a button that asks by a message. */
export function AskToJoin() {
  const account = useAccount();
  const administrators = useAdministrators();
  const place = `cairn-asked:${account?.key ?? ''}`;
  const [asked, setAsked] = useState<readonly string[]>(() =>
    (localStorage.getItem(place) ?? '').split(' '),
  );
  const others = (administrators ?? []).filter(({ id }) => id !== account?.orgUserId);
  if (others.length === 0) return null;
  const onAsked = (id: string) => {
    const next = [...asked, id];
    localStorage.setItem(place, next.join(' '));
    setAsked(next);
  };
  return (
    <ul className={styles['askable']} aria-label={i18n.t('People who can add you to a project')}>
      {others.slice(0, SHOWN).map((person) => (
        <AskRow
          key={person.id}
          person={person}
          isAsked={asked.includes(person.id)}
          onAsked={onAsked}
        />
      ))}
    </ul>
  );
}

interface AskRowProps {
  readonly person: OrgUser;
  readonly isAsked: boolean;
  readonly onAsked: (id: string) => void;
}

function AskRow({ person, isAsked, onAsked }: AskRowProps) {
  const me = useAccount()?.orgUserId ?? '';
  const send = useSendMessage();
  const showSuccess = useShowSuccess();
  const { id, display_name: name, profile_image: image } = person;
  const [ask, isBusy] = useOnce(async () => {
    const text = i18n.t('I am not in a project yet. Could you add me to one?');
    if (!(await send(directScope(me, id), { text, replyTo: null }))) return;
    onAsked(id);
    showSuccess({ message: i18n.t('{name} gets a message in the chat', { name }) });
  });
  return (
    <li className={styles['askRow']}>
      <PersonAvatar name={name} image={image} size={28} tooltip={false} />
      <span className={styles['name']}>{name}</span>
      <Button
        size="xs"
        variant="default"
        aria-label={isAsked ? i18n.t('{name} is asked', { name }) : i18n.t('Ask {name}', { name })}
        disabled={isAsked || isBusy}
        leftSection={isAsked ? <IconCheck {...SMALL_ICON} /> : undefined}
        onClick={ask}
      >
        {isAsked ? i18n.t('Asked') : i18n.t('Ask')}
      </Button>
    </li>
  );
}
