import '@mantine/core/styles/Switch.layer.css';
import { Checkbox, Switch } from '@mantine/core';
import { useMutedProjects, useMuteProject } from '../../data/notification-changes.ts';
import { useProjects } from '../../data/projects.ts';
import { usePush } from '../../data/push.ts';
import { i18n, message } from '../../i18n/i18n.ts';
import { SearchMultiSelect } from '../../ui/forms/search-multi-select.tsx';
import styles from './profile-page.module.css';
import { Section } from './section.tsx';

/** Notifications: push in this browser, and muted projects. */
export function NotificationsSection() {
  return (
    <Section
      title={i18n.t('Notifications')}
      hint={i18n.t(
        'The bell shows messages, mentions, tasks assigned to you, and comments and changes on your tasks.',
      )}
    >
      <div className={styles['form']}>
        <ThisBrowser />
        <ProjectMutes />
      </div>
    </Section>
  );
}

const NO_PUSH = {
  denied: message(
    'This browser blocks notifications for Cairn. Allow them in its settings to be notified while Cairn is closed.',
  ),
  shared: message('On a shared computer Cairn shows no notifications while it is closed.'),
  unsupported: message('This browser cannot show notifications while Cairn is closed.'),
} as const;

function ThisBrowser() {
  const { state, showsText, turnOn, turnOff } = usePush();
  if (state === 'unsupported' || state === 'denied' || state === 'shared') {
    return <p className={styles['plain']}>{i18n.t(NO_PUSH[state])}</p>;
  }
  const isOn = state === 'on';
  return (
    <>
      <Switch
        label={i18n.t('Tell me also when Cairn is closed')}
        description={i18n.t('On this browser only')}
        checked={isOn}
        onChange={() => void (isOn ? turnOff() : turnOn(showsText))}
      />
      {isOn ? (
        <Checkbox
          label={i18n.t('Show the text of messages')}
          checked={showsText}
          onChange={(event) => void turnOn(event.currentTarget.checked)}
        />
      ) : null}
    </>
  );
}

function ProjectMutes() {
  const projects = useProjects();
  const muted = useMutedProjects()?.map(({ id }) => id);
  const mute = useMuteProject();
  const change = async (chosen: readonly string[]) => {
    const before = muted ?? [];
    for (const id of chosen.filter((one) => !before.includes(one))) await mute(id, true);
    for (const id of before.filter((one) => !chosen.includes(one))) await mute(id, false);
  };
  return (
    <SearchMultiSelect
      label={i18n.t('No news of these projects')}
      description={i18n.t('On all your devices; messages are not affected')}
      placeholder={muted?.length === 0 ? i18n.t('None: you are notified about all') : undefined}
      clearable
      nothingFoundMessage={i18n.t('No project of this name')}
      data={(projects ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={muted ?? []}
      disabled={muted === undefined}
      onChange={(chosen) => void change(chosen)}
    />
  );
}
