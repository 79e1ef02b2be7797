import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as v from 'valibot';
import { mayCreateProject } from '../../../model/permissions/project.ts';
import { mayCreateWorkspace } from '../../../model/permissions/workspace.ts';
import { i18n, message, translated } from '../../i18n/i18n.ts';
import { STAGE_SETS } from '../../data/board-starts.ts';
import { useAccount, useActor } from '../../data/client.tsx';
import { useMayStillArrive } from '../../data/downloading.ts';
import { useDraft } from '../../data/drafts.ts';
import { useFlags } from '../../data/flags.ts';
import { useOrganization } from '../../data/organization.ts';
import { useProjects } from '../../data/projects.ts';
import { useStartBoard } from '../../data/start-board.ts';
import { useWorkspaces } from '../../data/workspaces.ts';
import { restoreLostFocus } from '../../ui/focus/move-focus.ts';
import { required } from '../../ui/forms/rules.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { useOnce } from '../../ui/hooks/use-once.ts';
import styles from './home-page.module.css';
import { OPEN_STEPS, stepsPlace } from './next-steps.tsx';

const RULES = v.object({ name: required(message('A name')) });

/** The one question to a new organisation: its answer makes the first board. It disappears with the first project. */
export function StartGuide() {
  const account = useAccount();
  const actor = useActor();
  const projects = useProjects();
  const workspaces = useWorkspaces();
  const mayCome = useMayStillArrive();
  const place = `cairn-start-guide:${account?.key ?? ''}`;
  const [isSkipped, setSkipped] = useState(() => localStorage.getItem(place) !== null);
  const mayStart =
    actor !== undefined && (mayCreateWorkspace(actor) ?? mayCreateProject(actor)) === undefined;
  // Every sample task needs a priority.
  const hasFlags = useFlags() !== undefined;
  const isNew = hasFlags && projects?.length === 0 && workspaces?.length === 0 && !mayCome;
  if (isSkipped || !mayStart || !isNew) return null;
  const skip = () => {
    localStorage.setItem(place, 'skipped');
    setSkipped(true);
  };
  return <StartQuestion onSkip={skip} />;
}

function StartQuestion({ onSkip }: { readonly onSkip: () => void }) {
  const start = useStartBoard();
  const navigate = useNavigate();
  const account = useAccount();
  const organization = useOrganization();
  const [[first, second, third]] = STAGE_SETS;
  const form = useForm({ store: useDraft('start-guide', { name: '' }), schema: RULES });
  const [submit, isBusy] = useOnce(async () => {
    if (!form.check()) return;
    const name = form.values.name.trim();
    const slug = await start(name, organization?.name ?? name);
    if (slug === undefined) return;
    form.clear();
    localStorage.setItem(stepsPlace(account?.key ?? ''), OPEN_STEPS);
    await navigate({ to: '/workspace/$slug', params: { slug } });
  });
  return (
    <section className={styles['start']} aria-labelledby="home-start">
      <h2 id="home-start" className={styles['heading']}>
        {i18n.t('What are you working on?')}
      </h2>
      <p className={styles['startHint']}>
        {i18n.t(
          'Cairn makes a board with {first}, {second} and {third}, and three sample tasks that you can delete.',
          { first: translated(first), second: translated(second), third: translated(third) },
        )}
      </p>
      <form className={styles['startForm']} onSubmit={submit} noValidate>
        <TextInput
          ref={restoreLostFocus}
          aria-label={i18n.t('Name of the first project')}
          placeholder={i18n.t('Hut extension')}
          maxLength={200}
          className={styles['startField']}
          readOnly={isBusy}
          {...form.text('name')}
        />
        <Button type="submit" disabled={isBusy}>
          {i18n.t('Create board')}
        </Button>
        <Button variant="subtle" color="gray" onClick={onSkip}>
          {i18n.t('Skip')}
        </Button>
      </form>
    </section>
  );
}
