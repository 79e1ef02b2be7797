import { useTaskSteps } from '../../data/task-steps.ts';
import { sentBackTo } from '../../../model/entities/step-order.ts';
import type { Task } from '../../../model/entities/task.ts';
import { useActor } from '../../data/client.tsx';
import { usePersonName } from '../../data/people.ts';
import { i18n } from '../../i18n/i18n.ts';
import classes from './sign-off.module.css';

/** The reason of a task that was sent back to this person, above everything else until it is done again. */
export function SentBackNotice({ task }: { readonly task: Task }) {
  const me = useActor()?.orgUserId;
  const steps = useTaskSteps(task.id);
  const nameOf = usePersonName();
  const step = me === undefined || steps === undefined ? undefined : sentBackTo(steps, me);
  if (step === undefined || task.is_completed) return null;
  return (
    <section className={classes['notice']} aria-label={i18n.t('Sent back')}>
      <strong>{i18n.t('{name} sent this back to you', { name: nameOf(step.created_by) })}</strong>
      <p className={classes['reason']}>{step.remark}</p>
    </section>
  );
}
