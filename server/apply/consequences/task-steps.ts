import * as v from 'valibot';
import { files } from '../../../model/entities/file.ts';
import { projectScope } from '../../../model/entities/scopes.ts';
import { inOrder } from '../../../model/entities/step-order.ts';
import { type StepKind, type TaskStep, taskSteps } from '../../../model/entities/task-step.ts';
import { assigneesOf, type Task, tasks } from '../../../model/entities/task.ts';
import {
  type Answer,
  answerFields,
  answerSchema,
} from '../../../model/mutations/context/answer-context.ts';
import { rejectForeignFile } from '../../../model/mutations/context/file-context.ts';
import { CairnError, refuse } from '../../../model/shared/errors.ts';
import { claimedInstant } from '../../../model/shared/claimed-time.ts';
import { isoSeconds } from '../../../model/shared/dates.ts';
import { textOf } from '../../store/sql.ts';
import { notify } from '../notify.ts';
import type { Consequence, ConsequenceContext } from '../consequence.ts';

const aboutTick = v.object({
  id: v.string(),
  step: v.optional(v.object({ id: v.string() })),
  answer: v.optional(answerSchema),
});

const aboutReturn = v.object({
  id: v.string(),
  reason: v.string(),
  at: v.nullable(v.string()),
  step: v.object({ id: v.string(), people: v.array(v.string()) }),
});

/**
 * Steps of the sign-off: one for each call that changes a tick or its time, also of calls that name none, and one for
 * each return of a task.
 */
export const TASK_STEPS: readonly Consequence[] = [
  stepOf('task-complete-employee', {
    stampOf: (task, me) => {
      if (task.assigned_users.length > 0) return task.ticks[me] ?? null;
      return task.is_completed_employee ? (task.is_completed_emp_at ?? '') : null;
    },
    kinds: ['done', 'undone'],
    people: (_task, me) => [me],
  }),
  stepOf('task-complete', {
    stampOf: (task) => (task.is_completed ? (task.is_completed_at ?? '') : null),
    kinds: ['accepted', 'reopened'],
    people: (task) => assigneesOf(task),
  }),
  {
    mutation: 'task-send-back',
    replacesEffects: false,
    replacesTable: taskSteps.table,
    apply: async (context) => {
      const { id, reason, at, step } = v.parse(aboutReturn, context.args);
      const task = await context.tx.get(tasks, { orgId: context.actor.orgId }, id);
      if (task === undefined) return undefined;
      const doneAt = at === null ? null : claimedInstant(at, context.tx.at);
      const { people } = step;
      const sentBack = { id: step.id, task, people, remark: reason, doneAt };
      await writeStep(context, { ...sentBack, kind: 'sent_back' });
      await notify(context, { kind: 'reopened', task, people, reason });
      return undefined;
    },
  },
];

interface TickOf {
  /** Time of the tick that the call sets, for the actor `me`; null if it is not set. */
  readonly stampOf: (task: Task, me: string) => string | null;
  /** Kinds of the step that sets and of the one that removes it. */
  readonly kinds: readonly [StepKind, StepKind];
  readonly people: (task: Task, me: string) => readonly string[];
}

function stepOf(mutation: string, { stampOf, kinds, people }: TickOf): Consequence {
  const read = async (context: ConsequenceContext) => {
    const { id } = v.parse(aboutTick, context.args);
    const task = await context.tx.get(tasks, { orgId: context.actor.orgId }, id);
    return { task, stamp: task === undefined ? null : stampOf(task, context.actor.orgUserId) };
  };
  return {
    mutation,
    replacesEffects: false,
    replacesTable: taskSteps.table,
    before: async (context) => (await read(context)).stamp,
    apply: async (context, before) => {
      const { task, stamp } = await read(context);
      if (task === undefined || stamp === before) return undefined;
      const { step, answer } = v.parse(aboutTick, context.args);
      const kind = kinds[stamp === null ? 1 : 0];
      const isDone = kind === 'done';
      if (isDone) await checkPhotos(context, task, answer?.photos ?? []);
      await writeStep(context, {
        id: step?.id,
        task,
        kind,
        people: people(task, context.actor.orgUserId),
        remark: (isDone ? answer?.remark : undefined) ?? '',
        answer: isDone ? answer : undefined,
        // The rule refuses a caller that knows what a task asks for (SIGN-3.2).
        missing: isDone && answer === undefined ? task.asks : [],
        doneAt: stamp,
      });
      return undefined;
    },
  };
}

interface NewStep {
  /** Id that the device chose. */
  readonly id: string | undefined;
  readonly task: Task;
  readonly kind: StepKind;
  readonly people: readonly string[];
  readonly remark: string;
  readonly answer?: Answer | undefined;
  readonly missing?: Task['asks'];
  /** Stamp of the tick; null or empty: the device's claim, or the server's time. */
  readonly doneAt: string | null;
}

async function writeStep({ tx, actor, device, newId }: ConsequenceContext, step: NewStep) {
  const place = { orgId: actor.orgId };
  const { task, doneAt, id = newId() } = step;
  // A step that exists is never written again.
  if ((await tx.get(taskSteps, place, id)) !== undefined) {
    throw new CairnError(refuse('conflict', /*i18n*/ 'There is something with this id already'));
  }
  const { claimedAt = tx.at, clockOffset } = device;
  await tx.put(taskSteps, place, {
    id,
    scope: projectScope(task.project),
    v: 0,
    project: task.project,
    task: task.id,
    kind: step.kind,
    people: [...step.people],
    remark: step.remark,
    done_at: doneAt === null || doneAt === '' ? isoSeconds(claimedAt) : doneAt,
    arrived_at: isoSeconds(tx.at),
    // Never -0: it would be another value than the 0 that is stored.
    clock_offset: clockOffset === undefined ? null : Math.round(clockOffset / 1_000) + 0,
    ...answerFields(step.answer),
    missing: [...(step.missing ?? [])],
    created_by: actor.orgUserId,
  });
}

/**
 * Photos are images that the assignee has added to the task's project (SIGN-3.4). One of a step before the last return
 * to them shows nothing about what was done since.
 */
async function checkPhotos(
  { tx, actor }: ConsequenceContext,
  task: Task,
  photos: readonly string[],
): Promise<void> {
  if (photos.length === 0) return;
  const place = { orgId: actor.orgId };
  for (const id of photos) {
    const file = await tx.get(files, place, id);
    const refusal = rejectForeignFile({ id, file, actor, scope: task.scope, needs: 'image' });
    if (refusal !== undefined) throw new CairnError(refusal);
  }
  const found = await (
    await tx.sql()
  ).all('select id from task_steps where org_id = ? and task = ?', [actor.orgId, task.id]);
  const steps: TaskStep[] = [];
  for (const row of found) {
    const step = await tx.get(taskSteps, place, textOf(row, 'id'));
    if (step !== undefined) steps.push(step);
  }
  const ordered = inOrder(steps);
  const last = ordered.findLastIndex(
    ({ kind, people }) => kind === 'sent_back' && people.includes(actor.orgUserId),
  );
  const old = ordered.slice(0, Math.max(last, 0)).flatMap((step) => step.photos);
  if (photos.some((photo) => old.includes(photo))) {
    throw new CairnError(
      refuse('invalid', /*i18n*/ 'This photo is older than the return of the task. Add a new one.'),
    );
  }
}
