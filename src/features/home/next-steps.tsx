import { Button, CloseButton } from '@mantine/core';
import { IconDownload, IconFileImport, IconUserPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { mayInvite } from '../../../model/permissions/invitation.ts';
import { i18n } from '../../i18n/i18n.ts';
import type { PanelName } from '../../data/app-search.ts';
import { useAccount, useActor } from '../../data/client.tsx';
import { useInstallation } from '../../data/install.ts';
import { usePeople } from '../../data/people.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { showSteps } from '../../ui/overlays/show-steps.ts';
import styles from './home-page.module.css';

/** Value of the mark that the first board leaves; skipped steps are added to it. */
export const OPEN_STEPS = 'open';

/** Place of that mark on this device. */
export function stepsPlace(accountKey: string): string {
  return `cairn-next-steps:${accountKey}`;
}

interface Step {
  readonly name: 'invite' | 'import' | 'install';
  readonly icon: ReactNode;
  readonly text: string;
  readonly action: string;
  readonly run: () => void;
}

/** After the first board: invite people, bring work from elsewhere, install the app. Each step can be skipped. */
export function NextSteps() {
  const account = useAccount();
  const place = stepsPlace(account?.key ?? '');
  const [mark, setMark] = useState(() => localStorage.getItem(place));
  const steps = useSteps().filter(({ name }) => mark?.includes(name) === false);
  if (steps.length === 0) return null;
  const skip = (name: string) => {
    const next = `${mark ?? OPEN_STEPS} ${name}`;
    localStorage.setItem(place, next);
    setMark(next);
  };
  return (
    <section className={styles['start']} aria-labelledby="home-steps">
      <h2 id="home-steps" className={styles['heading']}>
        {i18n.t('Next steps')}
      </h2>
      <ul className={styles['steps']}>
        {steps.map(({ name, icon, text, action, run }) => (
          <li key={name} className={styles['step']}>
            {icon}
            <span className={styles['stepText']}>{text}</span>
            <Button size="xs" variant="default" onClick={run}>
              {action}
            </Button>
            <CloseButton
              size="sm"
              aria-label={i18n.t('Skip: {action}', { action })}
              onClick={() => skip(name)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function useSteps(): readonly Step[] {
  const navigate = useNavigate();
  const actor = useActor();
  const people = usePeople();
  const installation = useInstallation();
  const open = (panel: PanelName) =>
    void navigate({ to: '.', search: (before) => ({ ...before, panel }) });
  const isAlone = people?.length === 1;
  const mayAdd = actor !== undefined && mayInvite(actor) === undefined;
  return [
    ...(isAlone && mayAdd
      ? [
          {
            name: 'invite' as const,
            icon: <IconUserPlus {...SMALL_ICON} />,
            text: i18n.t('Work together: invite people, several at once'),
            action: i18n.t('Invite people'),
            run: () => open('invite'),
          },
        ]
      : []),
    {
      name: 'import',
      icon: <IconFileImport {...SMALL_ICON} />,
      text: i18n.t('Bring a board from Trello, or tasks from a table'),
      action: i18n.t('Import'),
      run: () => open('import'),
    },
    ...(installation === undefined
      ? []
      : [
          {
            name: 'install' as const,
            icon: <IconDownload {...SMALL_ICON} />,
            text: i18n.t('Open Cairn like an app, with an icon of its own'),
            action: i18n.t('Install'),
            run: () =>
              installation.kind === 'question' ? installation.open() : showSteps(installation.text),
          },
        ]),
  ];
}
