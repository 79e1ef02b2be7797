import type {
  NamedKind,
  ReportFile,
  StepVerdict,
} from '../../../model/protocol/sign-off-report.ts';
import type { Conclusion, Finding } from '../../data/report-check.ts';
import { i18n } from '../../i18n/i18n.ts';

export type NameOf = (kind: NamedKind, id: string) => string;

/** Names of a report's file by kind and id. */
export function namesIn({ names }: ReportFile): NameOf {
  const known = new Map(names.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return (kind, id) => known.get(`${kind} ${id}`) ?? UNNAMED[kind](id);
}

const UNNAMED: Readonly<Record<NamedKind, (id: string) => string>> = {
  organization: (id) => i18n.t('Organisation {id}', { id }),
  project: () => i18n.t('A project without a name in the file'),
  card: () => i18n.t('A card without a name in the file'),
  task: () => i18n.t('A task without a name in the file'),
  person: (id) => i18n.t('Person {id}', { id }),
  file: () => i18n.t('Photo'),
};

interface Context {
  /** Time of the last arrival that is confirmed. */
  readonly since: string;
  readonly server: string;
  readonly isOfThisServer: boolean;
}

export function conclusionTexts(
  conclusion: Conclusion,
  { since, server, isOfThisServer }: Context,
): { readonly title: string; readonly detail: string } {
  switch (conclusion) {
    case 'genuine':
      return {
        title:
          since === ''
            ? i18n.t('Genuine and unchanged')
            : i18n.t('Genuine, unchanged since {when}', { when: since }),
        detail: i18n.t('The server has every step of this report with exactly these contents.'),
      };
    case 'later':
      return {
        title:
          since === ''
            ? i18n.t('Genuine, but steps were made after it')
            : i18n.t('Genuine, unchanged since {when}, but steps were made after it', {
                when: since,
              }),
        detail: i18n.t(
          'The server has every step of this report with exactly these contents, and later steps that are not in it.',
        ),
      };
    case 'different':
      return {
        title: i18n.t('Not genuine as it is'),
        detail: i18n.t('The file differs from what the server has stored:'),
      };
    case 'erased':
      return {
        title: i18n.t('The server no longer has it'),
        detail: i18n.t(
          'A task of this report was deleted and erased with its steps. What was in them cannot be confirmed.',
        ),
      };
    case 'unknown':
      return {
        title: i18n.t('Unknown to this server'),
        detail: isOfThisServer
          ? i18n.t(
              'The server has none of these steps: they were never made, have not been sent yet, or were erased long ago.',
            )
          : i18n.t(
              'The server has none of these steps. The file says that it is from {server}: if you know that address, check it there.',
              { server },
            ),
      };
  }
}

export function findingText(
  finding: Finding,
  { names, when }: { readonly names: NameOf; readonly when: (iso: string) => string },
): string {
  switch (finding.kind) {
    case 'changed':
      return i18n.t('{task}, {when}: the contents of this step were changed', stepOf(finding));
    case 'unknown':
      return i18n.t('{task}, {when}: the server does not have this step', stepOf(finding));
    case 'erased':
      return i18n.t('{task}, {when}: the step was erased with its task', stepOf(finding));
    case 'removed':
      return i18n.t('{task}: a step is missing in the file', taskOf(finding.task));
    case 'later':
      return i18n.t('{task}: steps were made after the report', taskOf(finding.task));
    case 'outside':
      return i18n.t(
        '{task}: a step was left out although it is of these days',
        taskOf(finding.task),
      );
    case 'name':
      return i18n.t('The server knows no such name: {name}', { name: finding.name.name });
    case 'renamed':
      return i18n.t('Has another name by now: {name}', { name: finding.name.name });
    case 'picture':
      return i18n.t('{name}: the photo in the file is not the one of the step', {
        name: names('file', finding.file),
      });
  }
  function stepOf({
    step,
  }: {
    readonly step: { readonly task: string; readonly done_at: string };
  }) {
    return { ...taskOf(step.task), when: when(step.done_at) };
  }
  function taskOf(task: string) {
    return { task: names('task', task) };
  }
}

const VERDICTS: Readonly<Record<StepVerdict, () => string>> = {
  genuine: () => i18n.t('Genuine'),
  arrived_since: () => i18n.t('Genuine; it had not been sent when the report was made'),
  changed: () => i18n.t('Changed'),
  unknown: () => i18n.t('Unknown to the server'),
  erased: () => i18n.t('Erased'),
};

export function verdictText(verdict: StepVerdict): string {
  return VERDICTS[verdict]();
}
