import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { TaskStep } from '../../model/entities/task-step.ts';
import { type ReportFile, type ReportStep } from '../../model/protocol/sign-off-report.ts';
import { isoSeconds } from '../../model/shared/dates.ts';
import { type AccountDb, findFile, servedBytes, stepsOfProject } from '../../sync/client/index.ts';
import type { Account } from './client.tsx';
import { outsideDigest } from './report-check.ts';
import type { ReportFilter, ReportLine } from './sign-off-report.ts';

/** SHA-256 in hex; texts in UTF-8. */
export function sha256Of(content: string | Uint8Array): string {
  return bytesToHex(sha256(typeof content === 'string' ? utf8ToBytes(content) : content));
}

interface NewReport {
  readonly account: Account;
  readonly filter: ReportFilter;
  readonly lines: readonly ReportLine[];
  /** Names as the rows have them. */
  readonly names: {
    readonly organization: string;
    readonly project: string;
    readonly card: string | undefined;
    readonly people: ReadonlyMap<string, string>;
  };
  readonly server: string;
  readonly madeBy: string;
}

/** The checkable file of a report, from this device alone (SIGN-4.1), and the photos that are not in it. */
export async function makeReportFile(
  input: NewReport,
): Promise<{ readonly content: Blob; readonly absent: readonly string[] }> {
  const { account, filter, lines } = input;
  const steps = lines.map(({ step }) => reportStepOf(step));
  const photos = await photosOf(account.db, [...new Set(steps.flatMap((step) => step.photos))]);
  const report: ReportFile = {
    format: 'cairn-sign-off-report',
    version: 1,
    server: input.server,
    made_at: isoSeconds(account.now()),
    made_by: input.madeBy,
    organization: account.record.orgId,
    project: filter.project,
    subject: subjectOf(filter),
    from: filter.from ?? null,
    to: filter.to ?? null,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    names: namesOf(input, photos.names),
    steps,
    outside: await outsideOf(account.db, filter.project, steps),
    pictures: [],
  };
  return { content: await writtenWith(report, photos.pictures), absent: photos.absent };
}

function reportStepOf(step: TaskStep): ReportStep {
  return {
    id: step.id,
    task: step.task,
    kind: step.kind,
    people: [...step.people],
    remark: step.remark,
    done_at: step.done_at,
    arrived_at: step.arrived_at,
    clock_offset: step.clock_offset,
    photos: [...step.photos],
    signature: step.signature,
    signed_as: step.signed_as,
    missing: [...step.missing],
    created_by: step.created_by,
  };
}

function subjectOf({ project, card, task }: ReportFilter): ReportFile['subject'] {
  if (task !== undefined) return { kind: 'task', id: task };
  return card === undefined ? { kind: 'project', id: project } : { kind: 'card', id: card };
}

function namesOf(
  { account, filter, lines, names }: NewReport,
  files: readonly ReportFile['names'][number][],
): ReportFile['names'] {
  const people = [...new Set(lines.flatMap(({ step }) => [...step.people, step.created_by]))];
  const tasks = new Map(
    lines.flatMap(({ task }) => (task === undefined ? [] : [[task.id, task.name] as const])),
  );
  return [
    // Empty before the organisation's row is on this device: an empty name would count as a changed one.
    ...(names.organization === ''
      ? []
      : [
          {
            kind: 'organization',
            id: account.record.orgId,
            name: names.organization,
          } as const,
        ]),
    { kind: 'project', id: filter.project, name: names.project },
    ...(filter.card === undefined || names.card === undefined
      ? []
      : [{ kind: 'card', id: filter.card, name: names.card } as const]),
    ...[...tasks].map(([id, name]) => ({ kind: 'task', id, name }) as const),
    ...people.flatMap((id) => {
      const name = names.people.get(id);
      return name === undefined ? [] : [{ kind: 'person', id, name } as const];
    }),
    ...files,
  ];
}

/** Steps of the listed tasks that the report does not list: without their contents. */
async function outsideOf(
  db: AccountDb,
  project: string,
  listed: readonly ReportStep[],
): Promise<ReportFile['outside']> {
  const tasks = new Set(listed.map(({ task }) => task));
  const ids = new Set(listed.map(({ id }) => id));
  const all = await stepsOfProject(db, project);
  return all
    .filter(({ id, task }) => tasks.has(task) && !ids.has(id))
    .map(({ id, task, done_at }) => ({
      task,
      done_at,
      digest: outsideDigest({ id, task, done_at }, sha256Of),
    }));
}

/** Bytes of all photos of a file together; beyond that the thumbnails are in it. */
const FULL_BYTES = 30_000_000;
const ALL_BYTES = 60_000_000;

/** Photos as the server stores them: the picked originals may contain places. */
async function photosOf(db: AccountDb, ids: readonly string[]) {
  const names: ReportFile['names'][number][] = [];
  const pictures: { readonly file: string; readonly content: Blob }[] = [];
  const absent: string[] = [];
  let used = 0;
  for (const id of ids) {
    const found = await findFile(db, id);
    if (found !== null) names.push({ kind: 'file', id, name: found.row.name });
    const isFull = used + (found?.row.size ?? 0) <= FULL_BYTES;
    const content =
      (isFull ? await servedBytes(db, id, 'full') : undefined) ??
      (used <= ALL_BYTES ? await servedBytes(db, id, 'small') : undefined);
    if (content === undefined) {
      absent.push(found?.row.name ?? id);
    } else {
      used += content.size;
      pictures.push({ file: id, content });
    }
  }
  return { names, pictures, absent };
}

/** The photos are appended one by one: together they may be longer than a string may be. */
async function writtenWith(
  report: ReportFile,
  pictures: readonly { readonly file: string; readonly content: Blob }[],
): Promise<Blob> {
  const parts: string[] = [JSON.stringify(report).slice(0, -END.length)];
  for (const [index, { file, content }] of pictures.entries()) {
    const bytes = base64Of(new Uint8Array(await content.arrayBuffer()));
    const picture = JSON.stringify({ file, media_type: content.type, bytes });
    parts.push(index === 0 ? picture : `,${picture}`);
  }
  return new Blob([...parts, END], { type: 'application/json' });
}

/** End of a report without pictures. */
const END = ']}';

/** In pieces: a call has only so many arguments. */
function base64Of(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += PIECE) {
    pieces.push(String.fromCodePoint(...bytes.subarray(start, start + PIECE)));
  }
  return btoa(pieces.join(''));
}

const PIECE = 8_192;
