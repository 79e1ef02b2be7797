import { Button } from '@mantine/core';
import { useState } from 'react';
import { type StepKind, type TaskStep, timesOf } from '../../../model/entities/task-step.ts';
import type { Task } from '../../../model/entities/task.ts';
import { usePersonName } from '../../data/people.ts';
import { useTaskSteps } from '../../data/task-steps.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { formatInstant } from '../../ui/text/date-format.ts';
import classes from './sign-off.module.css';

/** Newest steps shown until the others are asked for. */
const SHOWN = 4;

interface StepNames {
  readonly name: string;
  readonly people: string;
}

const TEXTS: Readonly<Record<StepKind, (names: StepNames) => string>> = {
  done: ({ name }) => i18n.t('{name} marked it as done', { name }),
  undone: ({ name }) => i18n.t('{name} no longer marks it as done', { name }),
  accepted: ({ name }) => i18n.t('{name} accepted it', { name }),
  reopened: ({ name }) => i18n.t('{name} opened it again', { name }),
  sent_back: ({ name, people }) => i18n.t('{name} sent it back to {people}', { name, people }),
};

/** Steps of the sign-off with the times by both clocks. */
export function SignOff({ task }: { readonly task: Task }) {
  const steps = useTaskSteps(task.id);
  const [isWhole, setWhole] = useState(false);
  if (steps === undefined || steps.length === 0) return null;
  const shown = isWhole ? steps : steps.slice(-SHOWN);
  return (
    <section className={classes['signOff']} aria-labelledby="task-sign-off">
      <h3 id="task-sign-off" className={classes['heading']}>
        {i18n.t('Sign-off')}
      </h3>
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
  const people = step.people.map(nameOf).join(', ');
  return (
    <li className={classes['step']} data-kind={step.kind}>
      <span className={classes['what']}>
        {TEXTS[step.kind]({ name: nameOf(step.created_by), people })}
      </span>
      <StepTime step={step} />
      {step.remark !== '' && <span className={classes['remark']}>{step.remark}</span>}
    </li>
  );
}

/** Time by the device; the arrival and the error of its clock where they matter. */
function StepTime({ step }: { readonly step: TaskStep }) {
  const now = useNow(60_000);
  const when = (iso: string) => formatInstant(iso, now, new Date(now).getTimezoneOffset());
  const { isLate, clock, corrected } = timesOf(step);
  const notes = [
    step.arrived_at === null ? i18n.t('not sent yet') : undefined,
    isLate && step.arrived_at !== null
      ? i18n.t('arrived {when}', { when: when(step.arrived_at) })
      : undefined,
    clock === undefined ? undefined : clockText(clock),
    corrected === undefined
      ? undefined
      : i18n.t('{when} by the server’s clock', { when: when(corrected) }),
  ].filter((note) => note !== undefined);
  return (
    <span className={classes['when']}>
      <time dateTime={step.done_at}>{when(step.done_at)}</time>
      {notes.map((note) => (
        <span key={note}>, {note}</span>
      ))}
    </span>
  );
}

/** `seconds`: the device's clock minus the server's. */
function clockText(seconds: number): string {
  const span = spanText(Math.abs(seconds));
  return seconds > 0
    ? i18n.t('the clock of the device was {span} fast', { span })
    : i18n.t('the clock of the device was {span} slow', { span });
}

function spanText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return i18n.t('{count} min', { count: minutes });
  const hours = Math.round(minutes / 60);
  if (hours < 48) return i18n.t('{count} h', { count: hours });
  return i18n.t('{count, plural, one {# day} other {# days}}', { count: Math.round(hours / 24) });
}
