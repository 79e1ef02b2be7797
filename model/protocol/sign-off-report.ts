import * as v from 'valibot';
import { STEP_KINDS } from '../entities/task-step.ts';
import { ASKS } from '../entities/task.ts';
import { cleanIdSchema } from '../shared/text.ts';

/** Most steps, names and pictures of one call; larger reports are checked in several (SIGN-4.4). */
export const CHECK_LIMITS = { steps: 2_000, outside: 5_000, names: 4_000 } as const;

const day = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/));
const readableInstant = v.pipe(
  v.string(),
  v.check((text) => Number.isFinite(Date.parse(text)), 'is not a time'),
);
const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 digest in hex'));

export const NAMED_KINDS = ['organization', 'project', 'card', 'task', 'person', 'file'] as const;
export type NamedKind = (typeof NAMED_KINDS)[number];

/** Facts of a step, as the synced row has them. */
const reportStepSchema = v.strictObject({
  id: v.string(),
  task: v.string(),
  kind: v.picklist(STEP_KINDS),
  people: v.array(v.string()),
  remark: v.string(),
  done_at: readableInstant,
  /** Null: the server had not stored the step, as far as the device knew. */
  arrived_at: v.nullable(readableInstant),
  clock_offset: v.nullable(v.number()),
  photos: v.array(v.string()),
  signature: v.nullable(v.string()),
  signed_as: v.nullable(v.string()),
  missing: v.array(v.picklist(ASKS)),
  created_by: v.string(),
});
export type ReportStep = v.InferOutput<typeof reportStepSchema>;

/** A checkable report of a sign-off: one JSON text (SIGN-4, decision 0084). */
export const reportFileSchema = v.strictObject({
  format: v.literal('cairn-sign-off-report'),
  version: v.literal(1),
  /** Origin of the server, as the device that made the file knows it. */
  server: v.string(),
  /** Claims of the device: nothing proves them. */
  made_at: readableInstant,
  made_by: v.string(),
  organization: v.string(),
  project: v.string(),
  subject: v.strictObject({ kind: v.picklist(['project', 'card', 'task']), id: v.string() }),
  /** First and last day on which a listed step was done; null without a limit. */
  from: v.nullable(day),
  to: v.nullable(day),
  /** IANA name of the time zone of these days. */
  time_zone: v.string(),
  names: v.array(
    v.strictObject({ kind: v.picklist(NAMED_KINDS), id: v.string(), name: v.string() }),
  ),
  steps: v.array(reportStepSchema),
  /** Steps of the same tasks that were done on other days: their time, and the digest of `outsideText`. */
  outside: v.array(v.strictObject({ task: v.string(), done_at: readableInstant, digest })),
  /** Photos as the server stores them, in base64; those that were not on the device are not in the file. */
  pictures: v.array(
    v.strictObject({ file: v.string(), media_type: v.string(), bytes: v.string() }),
  ),
});
export type ReportFile = v.InferOutput<typeof reportFileSchema>;

/**
 * Texts whose SHA-256 digests device and server compare: JSON arrays in UTF-8, without spaces. Those of steps begin
 * with the step's id, a random secret that makes it useless to guess contents.
 */
export function stepText(step: ReportStep): string {
  return JSON.stringify([
    'step',
    step.id,
    step.task,
    step.kind,
    step.people,
    step.remark,
    step.done_at,
    step.arrived_at,
    step.clock_offset,
    step.photos,
    step.signature,
    step.signed_as,
    step.missing,
    step.created_by,
  ]);
}

/** The same of a step whose contents the report does not show. */
export function outsideText({ id, task, done_at }: Pick<ReportStep, 'id' | 'task' | 'done_at'>) {
  return JSON.stringify(['outside', id, task, done_at]);
}

export function nameText({ kind, id, name }: ReportFile['names'][number]): string {
  return JSON.stringify(['name', kind, id, name]);
}

/** Body of `POST sign-off/check/`: digests alone, no contents. */
export const reportCheckSchema = v.strictObject({
  organization: cleanIdSchema,
  steps: v.pipe(
    v.array(v.strictObject({ id: cleanIdSchema, task: cleanIdSchema, digest })),
    v.maxLength(CHECK_LIMITS.steps),
  ),
  outside: v.pipe(
    v.array(v.strictObject({ task: cleanIdSchema, digest })),
    v.maxLength(CHECK_LIMITS.outside),
  ),
  names: v.pipe(
    v.array(v.strictObject({ kind: v.picklist(NAMED_KINDS), id: cleanIdSchema, digest })),
    v.maxLength(CHECK_LIMITS.names),
  ),
  /** Digests of the bytes of photos. */
  pictures: v.pipe(
    v.array(v.strictObject({ file: cleanIdSchema, digest })),
    v.maxLength(CHECK_LIMITS.names),
  ),
});
export type ReportCheck = v.InferOutput<typeof reportCheckSchema>;

/**
 * `genuine`: the server has exactly these contents. `arrived_since`: the same, and the server has stored the step
 * since. `erased`: the server had a step with this id, whose task was erased (ERASE-1).
 */
export const STEP_VERDICTS = ['genuine', 'arrived_since', 'changed', 'unknown', 'erased'] as const;
/** `former`: the name was changed since. `unknown`: no genuine step of the file refers to it. */
export const NAME_VERDICTS = ['same', 'former', 'differs', 'unknown'] as const;
/** Steps of a task that the file does not list: none, only later ones, or one before the last listed arrival. */
export const OTHER_STEPS = ['none', 'later', 'earlier'] as const;

/** `data` of the response; each list is in the order of the call. */
export const reportVerdictsSchema = v.looseObject({
  steps: v.array(v.picklist(STEP_VERDICTS)),
  outside: v.array(v.boolean()),
  names: v.array(v.picklist(NAME_VERDICTS)),
  pictures: v.array(v.boolean()),
  /** Tasks with a genuine step in the file. */
  tasks: v.array(v.looseObject({ id: v.string(), others: v.picklist(OTHER_STEPS) })),
});
export type ReportVerdicts = v.InferOutput<typeof reportVerdictsSchema>;
export type StepVerdict = ReportVerdicts['steps'][number];
