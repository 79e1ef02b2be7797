import type { OrgUser } from '../../../model/entities/org-user.ts';
import { storedName } from '../../../model/shared/erased-person.ts';
import type { Account } from '../../data/client.tsx';
import { fileContent } from '../../data/report-photos.ts';
import { makeReportFile } from '../../data/report-file.ts';
import type { ReportFilter, ReportLine } from '../../data/sign-off-report.ts';
import { stepNotes, stepText } from '../../data/step-texts.ts';
import { i18n } from '../../i18n/i18n.ts';
import { jpegOf } from '../../ui/pdf/pictures.ts';
import { type PdfLine, type PdfPhoto, writeReportPdf } from './report-pdf.ts';

interface Input {
  readonly account: Account;
  readonly filter: ReportFilter;
  readonly lines: readonly ReportLine[];
  readonly organization: string;
  readonly project: string;
  readonly madeBy: string;
}

interface Texts {
  readonly heading: string;
  readonly period: string | undefined;
  readonly nameOf: (person: string) => string;
  readonly when: (iso: string) => string;
}

/** The report as PDF, from this device alone where there is no network. */
export async function savePdf(input: Input & Texts): Promise<Blob> {
  const { account, lines, heading, period, when } = input;
  const photos = await readPhotos(input);
  const made = { when: when(new Date(account.now()).toISOString()), name: input.madeBy };
  return await writeReportPdf({
    title: heading,
    about: [
      [i18n.t('Organisation'), input.organization],
      [i18n.t('Project'), input.project],
      [i18n.t('Days'), period ?? i18n.t('All')],
      [i18n.t('Time zone'), Intl.DateTimeFormat().resolvedOptions().timeZone],
    ],
    lines: lines.map((line) => lineOf(line, input, photos)),
    author: input.madeBy,
    made: i18n.t('Made on {when} by {name} with Cairn', made),
    note: i18n.t(
      'This PDF cannot be checked by itself. The checkable file of the same report can be, without an account, at {address}',
      { address: `${window.location.origin}/check-report` },
    ),
    language: i18n.locale,
  });
}

/** The checkable file, and the number of photos that are not in it. */
export async function saveCheckable({
  people,
  card,
  organization,
  project,
  ...input
}: Input & {
  readonly card: string | undefined;
  readonly people: readonly OrgUser[];
}): Promise<{ readonly content: Blob; readonly absent: number }> {
  const { content, absent } = await makeReportFile({
    ...input,
    server: window.location.origin,
    names: {
      organization,
      project,
      card,
      people: new Map(people.map((one) => [one.id, storedName(one)])),
    },
  });
  return { content, absent: absent.length };
}

async function readPhotos({ account, lines }: Input): Promise<ReadonlyMap<string, PdfPhoto>> {
  const photos = new Map<string, PdfPhoto>();
  for (const id of new Set(lines.flatMap(({ step }) => step.photos))) {
    const { name, content } = await fileContent(account.db, id);
    const image = content === undefined ? undefined : await jpegOf(content);
    photos.set(id, { name: name ?? i18n.t('Photo'), image });
  }
  return photos;
}

function lineOf(
  { step, task }: ReportLine,
  { nameOf, when }: Texts,
  photos: ReadonlyMap<string, PdfPhoto>,
): PdfLine {
  return {
    task: task?.name ?? i18n.t('A task that is not on this device'),
    step: stepText(step, nameOf),
    remark: step.remark,
    notes: stepNotes(step, when, ['arrival']).join(', '),
    done: when(step.done_at),
    arrived: step.arrived_at === null ? '' : when(step.arrived_at),
    photos: step.photos.flatMap((id) => photos.get(id) ?? []),
    signature: step.signature,
    typed:
      step.signed_as === null
        ? undefined
        : i18n.t('Signed by typing the name: {name}', { name: step.signed_as }),
  };
}
