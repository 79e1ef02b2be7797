import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { CairnError } from '../../../model/shared/errors.ts';
import { useClient } from '../../data/client.tsx';
import { type OwnSession, type Removal, useOwnSessions } from '../../data/own-sessions.ts';
import { i18n } from '../../i18n/i18n.ts';
import { ICON } from '../../ui/marks/icon.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import { formatBrowser, isPhone } from '../../ui/text/browser-format.ts';
import { chooseRemoval } from './end-session-choice.ts';
import { HeldLines } from './held-lines.tsx';
import styles from './profile-page.module.css';
import { RequestedRemovals } from './requested-removals.tsx';
import { Answer } from '../../ui/forms/answer.tsx';
import { Section } from './section.tsx';
import { useAnswer, notReadMessage } from '../../data/answer.ts';
import { formatMoment } from '../../ui/text/locale.ts';

/** Sessions of the person, with a button that ends each. */
export function SessionsSection() {
  const client = useClient();
  const answer = useAnswer();
  const dialogs = useDialogs();
  const { list, failure, reload } = useOwnSessions();
  const end = async (title: string, call: (remove?: Removal) => Promise<string>) => {
    const chosen = await chooseRemoval(dialogs, title);
    if (chosen === undefined) return;
    await answer.ask(() => call(chosen.remove));
    await reload();
  };
  const others = list?.sessions.filter((session) => !session.current) ?? [];
  return (
    <Section
      title={i18n.t('Where you are signed in')}
      hint={i18n.t(
        'Each device reports what it holds. End a session you do not know. You choose whether Cairn’s data stays on that device, locked until you sign in again, or is removed from it.',
      )}
    >
      {list === undefined ? (
        failure === undefined ? (
          <LoadingRows count={2} />
        ) : (
          <>
            <Answer error={notReadMessage(failure)} />
            <Button variant="default" size="xs" onClick={() => void reload()}>
              {i18n.t('Try again')}
            </Button>
          </>
        )
      ) : (
        <>
          <ul className={styles['sessions']}>
            {list.sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                disabled={answer.busy}
                onEnd={(text) =>
                  void end(i18n.t('End the session of {browser}?', { browser: text }), (remove) =>
                    endedOnce(client.own.endSession(session.id, remove)),
                  )
                }
              />
            ))}
          </ul>
          {others.length > 1 ? (
            <Button
              variant="default"
              disabled={answer.busy}
              onClick={() =>
                void end(i18n.t('End all other sessions?'), (remove) =>
                  client.own.endOtherSessions(remove),
                )
              }
            >
              {i18n.t('End all other sessions')}
            </Button>
          ) : null}
          <Answer done={answer.done} error={answer.error} />
          <RequestedRemovals removals={list.removals} />
        </>
      )}
    </Section>
  );
}

/** Last use, network address and last end. An address is all that is known about the place. */
function placeOf({ current, used_at, address, ends_at }: OwnSession): string {
  const parts = [
    current ? i18n.t('This browser') : i18n.t('Last used {time}', { time: formatMoment(used_at) }),
    ...(address === null ? [] : [i18n.t('Network address {address}', { address })]),
    ...(ends_at === undefined
      ? []
      : [i18n.t('Ends at the latest {time}', { time: formatMoment(ends_at) })]),
  ];
  return parts.join(' · ');
}

/** A session that does not exist counts as ended: another device ended it, or the request was sent twice. */
async function endedOnce(ending: Promise<string>): Promise<string> {
  try {
    return await ending;
  } catch (failure) {
    if (failure instanceof CairnError && failure.code === 'not_found')
      return i18n.t('The session has ended');
    throw failure;
  }
}

interface SessionRowProps {
  readonly session: OwnSession;
  readonly disabled: boolean;
  readonly onEnd: (text: string) => void;
}

function SessionRow({ session, disabled, onEnd }: SessionRowProps) {
  const { browser, current, shared } = session;
  const text = formatBrowser(browser);
  return (
    <li className={styles['session']}>
      {isPhone(browser) ? <IconDeviceMobile {...ICON} /> : <IconDeviceDesktop {...ICON} />}
      <span className={styles['where']}>
        <span className={styles['browser']}>
          {shared ? i18n.t('{browser}, shared computer', { browser: text }) : text}
        </span>
        <br />
        <span className={styles['meta']}>{placeOf(session)}</span>
        <HeldLines holds={session.holds} />
      </span>
      {current ? null : (
        <Button
          variant="default"
          size="xs"
          disabled={disabled}
          aria-label={i18n.t('End the session of {browser}', { browser: text })}
          onClick={() => onEnd(text)}
        >
          {i18n.t('End')}
        </Button>
      )}
    </li>
  );
}
