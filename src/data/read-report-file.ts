import * as v from 'valibot';
import {
  CHECK_LIMITS,
  type ReportFile,
  reportFileSchema,
} from '../../model/protocol/sign-off-report.ts';
import { dayIn } from './report-check.ts';

/**
 * `foreign`: no report of Cairn. `cut`: a part of one. `newer`: of a version that this build does not know. `damaged`:
 * one whose contents no device writes. `empty`: without a step.
 */
export type ReportProblem = 'too_large' | 'foreign' | 'cut' | 'newer' | 'damaged' | 'empty';

/** Bytes: what a device writes is smaller, photos included. */
export const LARGEST_REPORT = 150_000_000;

const BEGINNING = '{"format":"cairn-sign-off-report"';

/** Reads a checkable file; no file makes it throw. */
export async function readReportFile(file: Blob): Promise<ReportFile | ReportProblem> {
  if (file.size > LARGEST_REPORT) return 'too_large';
  const text = await file.text();
  const content = parsed(text);
  if (content === undefined) return text.trimStart().startsWith(BEGINNING) ? 'cut' : 'foreign';
  const head = v.safeParse(headSchema, content);
  if (!head.success) return 'foreign';
  if (head.output.version !== 1) return 'newer';
  const report = v.safeParse(reportFileSchema, content);
  if (!report.success || !isWhole(report.output)) return 'damaged';
  if (report.output.steps.length === 0) return 'empty';
  return isCheckable(report.output) ? report.output : 'too_large';
}

const headSchema = v.looseObject({
  format: v.literal('cairn-sign-off-report'),
  version: v.number(),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** No device lists a step twice; pictures are bytes, and what a page shows as server and time zone is one. */
function isWhole({ steps, pictures, server, time_zone, made_at }: ReportFile): boolean {
  if (new Set(steps.map(({ id }) => id)).size !== steps.length) return false;
  if (dayIn(time_zone, made_at) === undefined) return false;
  try {
    for (const { bytes } of pictures) atob(bytes);
    return new URL(server).origin === server;
  } catch {
    return false;
  }
}

/** True when the call about each task is within its limits (SIGN-4.4). */
function isCheckable({ steps, outside }: ReportFile): boolean {
  const isWithin = (items: readonly { readonly task: string }[], limit: number) =>
    [...Map.groupBy(items, ({ task }) => task).values()].every(({ length }) => length <= limit);
  return isWithin(steps, CHECK_LIMITS.steps) && isWithin(outside, CHECK_LIMITS.outside);
}
