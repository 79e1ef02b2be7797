import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useCallback } from 'react';
import type { OrgUser } from '../../../../model/entities/org-user.ts';
import { useAnswer } from '../../../data/answer.ts';
import { type Client, useClient } from '../../../data/client.tsx';
import { useFromServer } from '../../../data/from-server.ts';
import {
  endMemberSession,
  type MemberSessions,
  readMemberSessions,
} from '../../../data/sign-in-rules.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { Answer } from '../../../ui/forms/answer.tsx';
import { ICON } from '../../../ui/marks/icon.ts';
import { useDialogs } from '../../../ui/overlays/dialogs.tsx';
import { formatBrowser, isPhone } from '../../../ui/text/browser-format.ts';
import { formatMoment } from '../../../ui/text/locale.ts';
import { ReadList } from '../read-list.tsx';
import styles from './member-sessions.module.css';

type Session = MemberSessions[number];

/** Where a member is signed in, for Level 1, with a button that ends each session. */
export function MemberSessionList({ person }: { readonly person: OrgUser }) {
  const client = useClient();
  const answer = useAnswer();
  const dialogs = useDialogs();
  const { id, display_name: name } = person;
  const read = useCallback((from: Client) => readMemberSessions(from, id), [id]);
  const { value, failure, reload } = useFromServer(read);
  const end = async (session: Session) => {
    const browser = formatBrowser(session.browser);
    const sure = await dialogs.confirm({
      title: i18n.t('End the session of {name}?', { name }),
      message: i18n.t(
        '{browser} is signed out at once. Unsent work stays on that device and is sent after {name} signs in again.',
        { browser, name },
      ),
      confirm: i18n.t('End session'),
      danger: true,
    });
    if (!sure) return;
    await answer.ask(async () => {
      await endMemberSession(client, id, session.id);
      return i18n.t('The session has ended');
    });
    await reload();
  };
  return (
    <section className={styles['section']} aria-labelledby="member-sessions">
      <h3 id="member-sessions" className={styles['title']}>
        {i18n.t('Where they are signed in')}
      </h3>
      <ReadList list={value} failure={failure} onReload={() => void reload()}>
        {(sessions) =>
          sessions.length === 0 ? (
            <p className={styles['meta']}>{i18n.t('Nowhere')}</p>
          ) : (
            <ul className={styles['list']}>
              {sessions.map((session) => (
                <Row
                  key={session.id}
                  session={session}
                  disabled={answer.busy}
                  onEnd={() => void end(session)}
                />
              ))}
            </ul>
          )
        }
      </ReadList>
      <Answer done={answer.done} error={answer.error} />
    </section>
  );
}

interface RowProps {
  readonly session: Session;
  readonly disabled: boolean;
  readonly onEnd: () => void;
}

function Row({ session, disabled, onEnd }: RowProps) {
  const { browser, address, shared, used_at: used } = session;
  const text = formatBrowser(browser);
  return (
    <li className={styles['item']}>
      {isPhone(browser) ? <IconDeviceMobile {...ICON} /> : <IconDeviceDesktop {...ICON} />}
      <span className={styles['where']}>
        {shared ? i18n.t('{browser}, shared computer', { browser: text }) : text}
        <span className={styles['meta']}>
          {i18n.t('Last used {time}', { time: formatMoment(used) })}
          {address === null ? '' : ` · ${i18n.t('Network address {address}', { address })}`}
        </span>
      </span>
      <Button variant="default" size="xs" disabled={disabled} onClick={onEnd}>
        {i18n.t('End session')}
      </Button>
    </li>
  );
}
