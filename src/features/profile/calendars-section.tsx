import { Button, NativeSelect } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { CairnError } from '../../../model/shared/errors.ts';
import { useClient } from '../../data/client.tsx';
import { createFeed, endFeed, type OwnFeed, useOwnFeeds } from '../../data/machine-access.ts';
import { useProjects } from '../../data/projects.ts';
import { i18n } from '../../i18n/i18n.ts';
import { ICON } from '../../ui/marks/icon.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { formatMoment } from '../../ui/text/locale.ts';
import { Listed } from './listed.tsx';
import styles from './profile-page.module.css';
import { SecretField } from '../../ui/forms/secret-field.tsx';
import { Answer } from '../../ui/forms/answer.tsx';
import { Section } from './section.tsx';
import { useAnswer } from '../../data/answer.ts';

/** Value of the choice for the person's own due dates. */
const OWN = '';

/** Secret addresses at which programs of calendars read due dates: list, creation, replacement and end. */
export function CalendarsSection() {
  const client = useClient();
  const answer = useAnswer();
  const dialogs = useDialogs();
  const projects = useProjects() ?? [];
  const { list, failure, reload } = useOwnFeeds();
  const [address, setAddress] = useState<string>();
  const nameOf = (project: string | null) =>
    project === null
      ? i18n.t('My due dates')
      : (projects.find(({ id }) => id === project)?.name ??
        i18n.t('A project that you cannot see any more'));
  const create = async (project: string | null) => {
    await answer.ask(async () => {
      setAddress(await createFeed(client, project));
      return i18n.t('The calendar has an address');
    });
    await reload();
  };
  const replace = async (project: string | null) => {
    const sure = await dialogs.confirm({
      title: i18n.t('New address for {name}?', { name: nameOf(project) }),
      message: i18n.t('Programs that have the present address can no longer read the calendar.'),
      confirm: i18n.t('New address'),
      danger: true,
    });
    if (sure) await create(project);
  };
  const end = async (project: string | null) => {
    const sure = await dialogs.confirm({
      title: i18n.t('End the calendar {name}?', { name: nameOf(project) }),
      message: i18n.t('Programs that have its address can no longer read the calendar.'),
      confirm: i18n.t('End the calendar'),
      danger: true,
    });
    if (!sure) return;
    await answer.ask(async () => {
      const done = await endedOnce(endFeed(client, project));
      setAddress(undefined);
      return done;
    });
    await reload();
  };
  return (
    <Section
      title={i18n.t('Calendars')}
      hint={i18n.t(
        'Your calendar program can show due dates from Cairn. Whoever has the secret address of a calendar can read it.',
      )}
    >
      <Listed list={list} failure={failure} onReload={() => void reload()}>
        {(feeds) => (
          <>
            <ul className={styles['sessions']}>
              {feeds.map((feed) => (
                <FeedRow
                  key={feed.project}
                  feed={feed}
                  name={nameOf(feed.project)}
                  disabled={answer.busy}
                  onReplace={() => void replace(feed.project)}
                  onEnd={() => void end(feed.project)}
                />
              ))}
            </ul>
            <NewFeed
              choices={[
                { value: OWN, label: i18n.t('My due dates') },
                ...projects
                  .filter(({ status }) => status)
                  .map(({ id, name }) => ({ value: id, label: name })),
              ].filter(({ value }) => !feeds.some(({ project }) => (project ?? OWN) === value))}
              disabled={answer.busy}
              onCreate={(choice) => void create(choice === OWN ? null : choice)}
            />
          </>
        )}
      </Listed>
      {address === undefined ? null : (
        <SecretField
          label={i18n.t('Address of the calendar')}
          hint={i18n.t(
            'Subscribe to it in your calendar program, which looks for changes from time to time. It is not shown again.',
          )}
          secret={address}
          onDone={() => setAddress(undefined)}
        />
      )}
      <Answer done={answer.done} error={answer.error} />
    </Section>
  );
}

/** A calendar that does not exist counts as ended: it was ended elsewhere, or the request was sent twice. */
async function endedOnce(ending: Promise<void>): Promise<string> {
  try {
    await ending;
  } catch (failure) {
    if (!(failure instanceof CairnError && failure.code === 'not_found')) throw failure;
  }
  return i18n.t('The address of the calendar is void');
}

interface NewFeedProps {
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly disabled: boolean;
  readonly onCreate: (choice: string) => void;
}

function NewFeed({ choices, disabled, onCreate }: NewFeedProps) {
  const [chosen, setChosen] = useState(OWN);
  const value = choices.some((choice) => choice.value === chosen) ? chosen : choices[0]?.value;
  if (value === undefined) return null;
  return (
    <div className={styles['choosing']}>
      <NativeSelect
        label={i18n.t('Calendar of')}
        data={[...choices]}
        value={value}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Button variant="default" disabled={disabled} onClick={() => onCreate(value)}>
        {i18n.t('Create an address')}
      </Button>
    </div>
  );
}

interface FeedRowProps {
  readonly feed: OwnFeed;
  readonly name: string;
  readonly disabled: boolean;
  readonly onReplace: () => void;
  readonly onEnd: () => void;
}

function FeedRow({ feed, name, disabled, onReplace, onEnd }: FeedRowProps) {
  const { used_at } = feed;
  return (
    <li className={styles['session']}>
      <IconCalendar {...ICON} />
      <span className={styles['where']}>
        <span className={styles['browser']}>{name}</span>
        <br />
        <span className={styles['meta']}>
          {used_at === null
            ? i18n.t('Not read yet')
            : i18n.t('Last read {time}', { time: formatMoment(used_at) })}
        </span>
      </span>
      <Button
        variant="default"
        size="xs"
        disabled={disabled}
        aria-label={i18n.t('New address for {name}', { name })}
        onClick={onReplace}
      >
        {i18n.t('New address')}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={disabled}
        aria-label={i18n.t('End the calendar {name}', { name })}
        onClick={onEnd}
      >
        {i18n.t('End')}
      </Button>
    </li>
  );
}
