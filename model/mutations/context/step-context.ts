import * as v from 'valibot';
import { projectScope } from '../../entities/scopes.ts';
import { type StepKind, type TaskStep, taskSteps } from '../../entities/task-step.ts';
import { assigneesOf, tasks } from '../../entities/task.ts';
import { claimedInstant } from '../../shared/claimed-time.ts';
import { isoSeconds } from '../../shared/dates.ts';
import { distinctIdsSchema, idSchema, uuidSchema } from '../../shared/ids.ts';
import { type Answer, answerFields } from './answer-context.ts';
import {
  type ApplyContext,
  type Effect,
  effect,
  type RestInput,
  type RestResolver,
  type RowRef,
} from '../define-mutation.ts';

/**
 * The step that a completion call leaves in the chain of its task. `project` and `people` are those that the device
 * knew, for its prediction of the row; only the id is sent. Calls of older builds and of plain clients have no step:
 * the server gives it an id.
 */
export const stepSchema = v.strictObject({
  id: uuidSchema,
  project: idSchema,
  people: distinctIdsSchema(500),
});
export type Step = v.InferOutput<typeof stepSchema>;

export function stepRefs(step: Step | undefined): readonly RowRef[] {
  return step === undefined ? [] : [{ table: taskSteps.table, id: step.id }];
}

interface StepInput {
  readonly step: Step | undefined;
  readonly task: string;
  readonly kind: StepKind;
  readonly at: string | null;
  readonly remark?: string;
  readonly answer?: Answer | undefined;
}

/** Prediction of the row on the device; the server writes its own (server/apply/consequences/task-steps.ts). */
export function stepEffects(
  { step, task, kind, at, answer, remark = answer?.remark ?? '' }: StepInput,
  context: ApplyContext,
): readonly Effect[] {
  if (step === undefined) return [];
  const { id, project, people } = step;
  return [
    effect(taskSteps, id, (row): TaskStep => {
      if (row !== undefined) return row;
      return {
        id,
        scope: projectScope(project),
        v: 0,
        project,
        task,
        kind,
        people: [...people],
        remark,
        done_at: at === null ? isoSeconds(context.at) : claimedInstant(at, context.at),
        arrived_at: null,
        clock_offset: null,
        ...answerFields(answer),
        missing: [],
        created_by: context.actor.orgUserId,
      };
    }),
  ];
}

/** The step of a request that names its id in this field of the body; no other argument without it. */
export async function stepFromRest(
  field: string,
  { params, body }: RestInput,
  { reader, actor }: RestResolver,
): Promise<{ readonly step?: unknown }> {
  if (!(field in body)) return {};
  const task = await reader.get(tasks, params['id'] ?? '');
  const people = task === undefined ? [] : assigneesOf(task);
  const own = field === EMPLOYEE_STEP ? [actor.orgUserId] : people;
  return { step: { id: body[field], project: task?.project ?? '-', people: own } };
}

/** Fields of the body that name the id of the step; one for each call, because a PATCH may make both. */
export const EMPLOYEE_STEP = 'is_completed_emp_step';
/** What the task asked for; absent in calls of older builds and plain clients. */
export const ANSWER = 'is_completed_emp_answer';
export const CREATOR_STEP = 'is_completed_step';
