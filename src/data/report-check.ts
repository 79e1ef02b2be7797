import {
  nameText,
  outsideText,
  type ReportCheck,
  type ReportFile,
  type ReportStep,
  type ReportVerdicts,
  stepText,
  type StepVerdict,
} from '../../model/protocol/sign-off-report.ts';

/** SHA-256 in hex. */
export type Digest = (content: string | Uint8Array) => string;

/** Verdicts about a whole report; each list is in the order of the file. */
export interface ReportResult {
  readonly steps: readonly StepVerdict[];
  readonly outside: readonly boolean[];
  readonly names: readonly ReportVerdicts['names'][number][];
  readonly pictures: readonly boolean[];
  /** Whether the server has further steps of a task. */
  readonly others: ReadonlyMap<string, ReportVerdicts['tasks'][number]['others']>;
}

/**
 * `genuine`: all of it is as the server has it. `later`: the same, and further steps were made since. `different`:
 * something in it differs from the server or is missing. `erased`: the server had some of it and has erased the task.
 * `unknown`: the server has none of its steps.
 */
export type Conclusion = 'genuine' | 'later' | 'different' | 'erased' | 'unknown';

/** Items of one call: with the names of their people they stay below its limits. */
const ITEMS_AT_ONCE = 500;

/** Sends the digests of a report, in calls of whole tasks. Rejects as `send` does. */
export async function checkReport(
  report: ReportFile,
  {
    digest,
    send,
  }: { readonly digest: Digest; readonly send: (body: ReportCheck) => Promise<ReportVerdicts> },
): Promise<ReportResult> {
  const steps = new Map<number, StepVerdict>();
  const outside = new Map<number, boolean>();
  const names = new Map<number, ReportVerdicts['names'][number]>();
  const pictures = new Map<number, boolean>();
  const others = new Map<string, ReportVerdicts['tasks'][number]['others']>();
  const digests = digestsOf(report, digest);
  for (const tasks of groupsOf(report)) {
    const part = partOf(report, tasks);
    const verdicts = await send({
      organization: report.organization,
      steps: at(digests.steps, part.steps),
      outside: at(digests.outside, part.outside),
      names: at(digests.names, part.names),
      pictures: at(digests.pictures, part.pictures),
    });
    for (const [place, index] of part.steps.entries())
      steps.set(index, verdicts.steps[place] ?? 'unknown');
    for (const [place, index] of part.outside.entries()) {
      outside.set(index, verdicts.outside[place] ?? false);
    }
    for (const [place, index] of part.names.entries()) {
      const verdict = verdicts.names[place] ?? 'unknown';
      // A person of several tasks is asked about with each of them.
      if ((names.get(index) ?? 'unknown') === 'unknown') names.set(index, verdict);
    }
    for (const [place, index] of part.pictures.entries()) {
      pictures.set(index, (pictures.get(index) ?? false) || (verdicts.pictures[place] ?? false));
    }
    for (const task of verdicts.tasks) others.set(task.id, task.others);
  }
  return {
    steps: report.steps.map((_one, index) => steps.get(index) ?? 'unknown'),
    outside: report.outside.map((_one, index) => outside.get(index) ?? false),
    names: report.names.map((_one, index) => names.get(index) ?? 'unknown'),
    pictures: report.pictures.map((_one, index) => pictures.get(index) ?? false),
    others,
  };
}

/** What the person reads first; `findingsOf` lists why. */
export function conclusionOf(report: ReportFile, result: ReportResult): Conclusion {
  const { steps } = result;
  if (steps.every((verdict) => verdict === 'unknown')) return 'unknown';
  const findings = findingsOf(report, result);
  if (findings.some(({ kind }) => kind !== 'later' && kind !== 'renamed' && kind !== 'erased')) {
    return 'different';
  }
  if (findings.some(({ kind }) => kind === 'erased')) return 'erased';
  return findings.some(({ kind }) => kind === 'later') ? 'later' : 'genuine';
}

/** One thing that a check has found; `task` and `name` say of what. */
export type Finding =
  | { readonly kind: 'changed' | 'unknown' | 'erased'; readonly step: ReportStep }
  | { readonly kind: 'removed' | 'later' | 'outside'; readonly task: string }
  | { readonly kind: 'name' | 'renamed'; readonly name: ReportFile['names'][number] }
  | { readonly kind: 'picture'; readonly file: string };

export function findingsOf(report: ReportFile, result: ReportResult): readonly Finding[] {
  const genuine = report.steps.filter((_step, index) => isGenuine(result.steps[index]));
  return [
    ...report.steps.flatMap((step, index): readonly Finding[] => {
      const verdict = result.steps[index];
      return verdict === 'changed' || verdict === 'unknown' || verdict === 'erased'
        ? [{ kind: verdict, step }]
        : [];
    }),
    ...[...result.others].flatMap(([task, others]): readonly Finding[] =>
      others === 'none' ? [] : [{ kind: others === 'later' ? 'later' : 'removed', task }],
    ),
    ...outsideFindings(report, result, genuine),
    ...nameFindings(report, result, genuine),
    ...report.pictures.flatMap(({ file }, index): readonly Finding[] =>
      result.pictures[index] === true || !isCheckable(report, genuine, file)
        ? []
        : [{ kind: 'picture', file }],
    ),
  ];
}

export function isGenuine(verdict: StepVerdict | undefined): boolean {
  return verdict === 'genuine' || verdict === 'arrived_since';
}

/** Time of the last arrival among the steps that are confirmed; undefined without any. */
export function unchangedSince(report: ReportFile, result: ReportResult): string | undefined {
  return report.steps
    .filter((_step, index) => result.steps[index] === 'genuine')
    .map(({ arrived_at }) => arrived_at ?? '')
    .toSorted()
    .at(-1);
}

/** A step that the report leaves out for its day has to exist, and on another day than the report is about. */
function outsideFindings(
  report: ReportFile,
  result: ReportResult,
  genuine: readonly ReportStep[],
): readonly Finding[] {
  const tasks = new Set(genuine.map(({ task }) => task));
  const wrong = report.outside.filter(
    ({ task, done_at }, index) =>
      tasks.has(task) && (result.outside[index] !== true || isInPeriod(report, done_at)),
  );
  return [...new Set(wrong.map(({ task }) => task))].map((task) => ({ kind: 'outside', task }));
}

function isInPeriod({ from, to, time_zone }: ReportFile, at: string): boolean {
  const day = dayIn(time_zone, at);
  return day === undefined || ((from === null || day >= from) && (to === null || day <= to));
}

/** Calendar day of an instant, `YYYY-MM-DD`; undefined for a time or a zone that cannot be read. */
export function dayIn(timeZone: string, at: string): string | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
    return format.format(new Date(at));
  } catch {
    return undefined;
  }
}

function nameFindings(
  report: ReportFile,
  result: ReportResult,
  genuine: readonly ReportStep[],
): readonly Finding[] {
  const people = new Set(genuine.flatMap((step) => [...step.people, step.created_by]));
  const tasks = new Set(genuine.map(({ task }) => task));
  const photos = new Set(genuine.flatMap((step) => step.photos));
  const isShown = ({ kind, id }: ReportFile['names'][number]) => {
    if (kind === 'person') return people.has(id);
    if (kind === 'task') return tasks.has(id);
    return kind === 'file' ? photos.has(id) : genuine.length > 0;
  };
  return report.names.flatMap((name, index): readonly Finding[] => {
    const verdict = result.names[index];
    if (verdict === 'same' || !isShown(name)) return [];
    return [{ kind: verdict === 'former' ? 'renamed' : 'name', name }];
  });
}

/** A photo of a step that is not genuine is found with the step. */
function isCheckable(report: ReportFile, genuine: readonly ReportStep[], file: string): boolean {
  const shows = ({ photos }: ReportStep) => photos.includes(file);
  return genuine.some(shows) || !report.steps.some(shows);
}

function digestsOf(report: ReportFile, digest: Digest) {
  return {
    steps: report.steps.map((step) => ({
      id: step.id,
      task: step.task,
      digest: digest(stepText(step)),
    })),
    outside: report.outside.map(({ task, digest: known }) => ({ task, digest: known })),
    names: report.names.map((name) => ({
      kind: name.kind,
      id: name.id,
      digest: digest(nameText(name)),
    })),
    pictures: report.pictures.map(({ file, bytes }) => ({ file, digest: digest(bytesOf(bytes)) })),
  };
}

/** Bytes of a text in base64. Throws for any other text. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (char) => char.codePointAt(0) ?? 0);
}

/** The digest of a step that is not shown, as the file has it. */
export function outsideDigest(
  step: Pick<ReportStep, 'id' | 'task' | 'done_at'>,
  digest: Digest,
): string {
  return digest(outsideText(step));
}

/** Tasks of each call: a task with its steps, the steps on other days, and the photos counts as one item each. */
function groupsOf({ steps, outside }: ReportFile): readonly ReadonlySet<string>[] {
  const others = Map.groupBy(outside, ({ task }) => task);
  const groups: { readonly tasks: Set<string>; size: number }[] = [];
  for (const [task, ofTask] of Map.groupBy(steps, (step) => step.task)) {
    const photos = ofTask.reduce((sum, step) => sum + step.photos.length, 0);
    const size = ofTask.length + photos + (others.get(task)?.length ?? 0);
    const last = groups.at(-1);
    if (last !== undefined && last.size + size <= ITEMS_AT_ONCE) {
      last.tasks.add(task);
      last.size += size;
    } else {
      groups.push({ tasks: new Set([task]), size });
    }
  }
  return groups.map(({ tasks }) => tasks);
}

/** Indexes of what a call about these tasks contains. */
function partOf(report: ReportFile, tasks: ReadonlySet<string>) {
  const own = report.steps.filter(({ task }) => tasks.has(task));
  const people = new Set(own.flatMap((step) => [...step.people, step.created_by]));
  const photos = new Set(own.flatMap((step) => step.photos));
  const indexes = <Item>(items: readonly Item[], belongs: (item: Item) => boolean) =>
    items.flatMap((item, index) => (belongs(item) ? [index] : []));
  return {
    steps: indexes(report.steps, ({ task }) => tasks.has(task)),
    outside: indexes(report.outside, ({ task }) => tasks.has(task)),
    names: indexes(report.names, ({ kind, id }) => {
      if (kind === 'person') return people.has(id);
      if (kind === 'task') return tasks.has(id);
      return kind === 'file' ? photos.has(id) : true;
    }),
    pictures: indexes(report.pictures, ({ file }) => photos.has(file)),
  };
}

function at<Item>(items: readonly Item[], indexes: readonly number[]): Item[] {
  return indexes.flatMap((index) => items.slice(index, index + 1));
}
