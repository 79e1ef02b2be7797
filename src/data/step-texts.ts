import { timesOf } from '../../model/entities/step-order.ts';
import type { StepKind, TaskStep } from '../../model/entities/task-step.ts';
import type { Ask } from '../../model/entities/task.ts';
import { i18n } from '../i18n/i18n.ts';

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

/** What the texts read of a step: a row, or a step of a report's file. */
type NotedStep = Pick<TaskStep, 'done_at' | 'arrived_at' | 'clock_offset' | 'missing'>;

/** Who did what. */
export function stepText(
  step: Pick<TaskStep, 'kind' | 'people' | 'created_by'>,
  nameOf: (person: string) => string,
): string {
  const people = step.people.map(nameOf).join(', ');
  return TEXTS[step.kind]({ name: nameOf(step.created_by), people });
}

/**
 * The arrival and the error of the device's clock, as far as they matter. `when` formats an instant; `besides`: what the
 * screen shows in another place.
 */
export function stepNotes(
  step: NotedStep,
  when: (iso: string) => string,
  besides: readonly ('arrival' | 'unsent')[] = [],
): readonly string[] {
  const { isLate, clock, corrected } = timesOf(step);
  return [
    ...step.missing.map((ask) => MISSING[ask]()),
    step.arrived_at === null && !besides.includes('unsent') ? i18n.t('not sent yet') : undefined,
    isLate && step.arrived_at !== null && !besides.includes('arrival')
      ? i18n.t('arrived {when}', { when: when(step.arrived_at) })
      : undefined,
    clock === undefined ? undefined : clockText(clock),
    corrected === undefined
      ? undefined
      : i18n.t('{when} by the server’s clock', { when: when(corrected) }),
  ].filter((note) => note !== undefined);
}

const MISSING: Readonly<Record<Ask, () => string>> = {
  remark: () => i18n.t('without the remark asked for'),
  photo: () => i18n.t('without the photo asked for'),
  signature: () => i18n.t('without the signature asked for'),
};

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
