import { Button } from '@mantine/core';
import { useState } from 'react';
import type { TaskStep } from '../../../model/entities/task-step.ts';
import type { Task } from '../../../model/entities/task.ts';
import { Link } from '@tanstack/react-router';
import { useProject } from '../../data/projects.ts';
import { usePersonName } from '../../data/people.ts';
import { stepNotes, stepText } from '../../data/step-texts.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { formatInstant, instantInSentence } from '../../ui/text/date-format.ts';
import { SignatureMark } from '../../ui/marks/signature-mark.tsx';
import { ProofPhoto } from '../../ui/marks/proof-photo.tsx';
import { useFile } from '../../data/files.ts';
import classes from './sign-off.module.css';

/** Newest steps shown until the others are asked for. */
const SHOWN = 4;

interface Props {
  readonly task: Task;
  /** At least one, the oldest first. */
  readonly steps: readonly TaskStep[];
}

/** Steps of the sign-off with the times by both clocks. */
export function SignOff({ task, steps }: Props) {
  const project = useProject(task.project);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? steps : steps.slice(-SHOWN);
  return (
    <section className={classes['signOff']} aria-labelledby="task-sign-off">
      <div className={classes['head']}>
        <h3 id="task-sign-off" className={classes['heading']}>
          {i18n.t('Sign-off')}
        </h3>
        {project !== undefined && project !== null && (
          <Link
            to="/project-dashboard/$slug"
            params={{ slug: project.slug }}
            search={{ report: `task:${task.id}` }}
            className={classes['link']}
          >
            {i18n.t('Report')}
          </Link>
        )}
      </div>
      <ol className={classes['steps']}>
        {shown.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ol>
      {shown.length < steps.length && (
        <Button
          className={classes['more']}
          size="compact-xs"
          variant="subtle"
          onClick={() => setWhole(true)}
        >
          {i18n.t('Show all {count}', { count: steps.length })}
        </Button>
      )}
    </section>
  );
}

function Step({ step }: { readonly step: TaskStep }) {
  const nameOf = usePersonName();
  const now = useNow(60_000);
  const inNote = (iso: string) => instantInSentence(iso, now);
  return (
    <li className={classes['step']} data-kind={step.kind}>
      <span className={classes['what']}>{stepText(step, nameOf)}</span>
      <span className={classes['when']}>
        <time dateTime={step.done_at}>{formatInstant(step.done_at, now)}</time>
        {stepNotes(step, inNote).map((note) => (
          <span key={note}>, {note}</span>
        ))}
      </span>
      {step.remark !== '' && <span className={classes['remark']}>{step.remark}</span>}
      {step.photos.length > 0 && (
        <span className={classes['photos']}>
          {step.photos.map((photo) => (
            <StepPhoto key={photo} file={photo} />
          ))}
        </span>
      )}
      <SignatureMark path={step.signature} typed={step.signed_as} />
    </li>
  );
}

function StepPhoto({ file }: { readonly file: string }) {
  return <ProofPhoto photo={useFile(file)} />;
}
