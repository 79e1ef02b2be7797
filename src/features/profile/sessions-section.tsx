import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useClient } from '../../data/client.tsx';
import type { OwnSession } from '../../data/own-sessions.ts';
import { ICON } from '../../ui/icon.ts';
import { LoadingRows } from '../../ui/loading-rows.tsx';
import { browserWords, isPhone } from './browser-words.ts';
import styles from './profile-page.module.css';
import { Answer, Section } from './section.tsx';
import { useAnswer, wordsOf } from './use-answer.ts';

/** Where one is signed in, and how to end that. */
export function SessionsSection() {
  const client = useClient();
  const answer = useAnswer();
  const [sessions, setSessions] = useState<readonly OwnSession[]>();
  const [problem, setProblem] = useState<string>();
  const load = useCallback(
    () =>
      client.own.sessions().then(
        (found) => {
          setSessions(found);
          setProblem(undefined);
        },
        (failure: unknown) => setProblem(wordsOf(failure)),
      ),
    [client],
  );
  useEffect(() => {
    void load();
  }, [load]);
  const end = async (call: () => Promise<string>) => {
    await answer.ask(call);
    await load();
  };
  const others = sessions?.filter((session) => !session.current) ?? [];
  return (
    <Section
      title="Where you are signed in"
      hint="End a session you do not know. Work that waits on that device stays there, locked, until you sign in again."
    >
      {sessions === undefined ? (
        problem === undefined ? (
          <LoadingRows count={2} />
        ) : (
          <>
            <Answer error={problem} />
            <Button variant="default" size="xs" onClick={() => void load()}>
              Try again
            </Button>
          </>
        )
      ) : (
        <>
          <ul className={styles['sessions']}>
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                disabled={answer.busy}
                onEnd={() => void end(() => client.own.endSession(session.id))}
              />
            ))}
          </ul>
          {others.length > 1 ? (
            <Button
              variant="default"
              disabled={answer.busy}
              onClick={() => void end(() => client.own.endOtherSessions())}
            >
              End all other sessions
            </Button>
          ) : null}
          <Answer done={answer.done} error={answer.error} />
        </>
      )}
    </Section>
  );
}

interface SessionRowProps {
  readonly session: OwnSession;
  readonly disabled: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, disabled, onEnd }: SessionRowProps) {
  const { browser, current, shared, used_at } = session;
  const words = browserWords(browser);
  return (
    <li className={styles['session']}>
      {isPhone(browser) ? <IconDeviceMobile {...ICON} /> : <IconDeviceDesktop {...ICON} />}
      <span className={styles['where']}>
        <span className={styles['browser']}>
          {words}
          {shared ? ', shared computer' : ''}
        </span>
        <br />
        <span className={styles['meta']}>
          {current ? 'This browser' : `Last used ${new Date(used_at).toLocaleString('en-GB')}`}
        </span>
      </span>
      {current ? null : (
        <Button
          variant="default"
          size="xs"
          disabled={disabled}
          aria-label={`End the session of ${words}`}
          onClick={onEnd}
        >
          End
        </Button>
      )}
    </li>
  );
}
