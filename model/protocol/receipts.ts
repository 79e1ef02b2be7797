import * as v from 'valibot';
import { parseAt } from '../shared/parse.ts';

const version = v.pipe(v.number(), v.integer(), v.minValue(0));

/** How far the devices of one person have come in the project of a task (RECEIPT-2). */
const receiptSchema = v.looseObject({
  /** Organisation user. */
  organization_user: v.string(),
  /** A device of theirs has the project's rows up to this version, apart from comments, subtasks and files. */
  received: version,
  /** The same of comments, subtasks and files. */
  received_details: version,
  /** Comments, subtasks and files up to this version are not known to be there (OUT-7). */
  received_details_since: v.optional(version, 0),
  /** Last report of one of these devices, in milliseconds by the server's clock; null: there is none. */
  reported_at: v.nullable(v.number()),
  /** They have seen the task's rows up to this version (RECEIPT-4); servers of older builds do not know it. */
  seen: v.optional(version, 0),
});
export type Receipt = v.InferOutput<typeof receiptSchema>;

const listSchema = v.looseObject({ data: v.array(receiptSchema) });
/** Receipts that a device has kept; throws CairnError `invalid`. */
export const parseKeptReceipts = (kept: unknown) => parseAt(v.array(receiptSchema), kept);

/** Receipts of one task among several, as the server answers and a device keeps them. */
const ofTaskSchema = v.looseObject({ task: v.string(), receipts: v.array(receiptSchema) });

/** Receipts of several tasks. Rows above `head`, or of another epoch of the stream, are not taken into account. */
const ofTasksSchema = v.looseObject({
  epoch: v.string(),
  head: version,
  tasks: v.array(ofTaskSchema),
});
export type ReceiptsOfTasks = v.InferOutput<typeof ofTasksSchema>;

const ofTasksAnswerSchema = v.looseObject({ data: ofTasksSchema });
/** Receipts of several tasks that a device has kept; throws CairnError `invalid`. */
export const parseKeptReceiptsOfTasks = (kept: unknown) => parseAt(ofTasksSchema, kept);

/** Most tasks in one request for receipts. */
export const MOST_RECEIPT_TASKS = 50;

/** Most tasks in one report of what a person has seen. */
export const MOST_SEEN = 100;

const cursorSchema = v.looseObject({ data: v.looseObject({ cursor: version }) });

/** Parsers of whole responses; each throws CairnError `invalid`. */
export const parseReceipts = (answer: unknown) => parseAt(listSchema, answer).data;
export const parseReceiptsOfTasks = (answer: unknown) => parseAt(ofTasksAnswerSchema, answer).data;
export const parseStoredCursor = (answer: unknown) => parseAt(cursorSchema, answer).data.cursor;
