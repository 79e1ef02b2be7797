import { IconAlertTriangle, IconCheck, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import type {
  ReportFile,
  ReportStep,
  StepVerdict,
} from '../../../model/protocol/sign-off-report.ts';
import {
  bytesOf,
  type Conclusion,
  conclusionOf,
  findingsOf,
  isGenuine,
  type ReportResult,
  unchangedSince,
} from '../../data/report-check.ts';
import { stepNotes, stepText } from '../../data/step-texts.ts';
import { i18n } from '../../i18n/i18n.ts';
import { Description, DescriptionList } from '../../ui/layout/description-list.tsx';
import { ICON, SMALL_ICON } from '../../ui/marks/icon.ts';
import { ProofPhoto } from '../../ui/marks/proof-photo.tsx';
import { SignatureMark } from '../../ui/marks/signature-mark.tsx';
import { formatInstant } from '../../ui/text/date-format.ts';
import { dateWithYear } from '../../ui/text/field-format.ts';
import { conclusionTexts, findingText, type NameOf, namesIn, verdictText } from './report-texts.ts';
import styles from './checked-report.module.css';

interface Props {
  readonly report: ReportFile;
  readonly result: ReportResult;
}

/** Result of a check, and the facts that were checked. */
export function CheckedReport({ report, result }: Props) {
  const names = useMemo(() => namesIn(report), [report]);
  const conclusion = conclusionOf(report, result);
  const findings = findingsOf(report, result);
  const { title, detail } = conclusionTexts(conclusion, {
    since: when(unchangedSince(report, result)),
    server: report.server,
    isOfThisServer: report.server === window.location.origin,
  });
  return (
    <div>
      <section className={styles['verdict']} data-conclusion={conclusion} aria-live="polite">
        <ConclusionIcon conclusion={conclusion} />
        <div>
          <h2 className={styles['title']}>{title}</h2>
          <p className={styles['detail']}>{detail}</p>
          {findings.length === 0 ? null : (
            <ul className={styles['findings']}>
              {findings.map((finding, index) => (
                <li key={index}>{findingText(finding, { names, when })}</li>
              ))}
            </ul>
          )}
        </div>
      </section>
      <DescriptionList>
        <Description name={i18n.t('Organisation')}>
          {names('organization', report.organization)}
        </Description>
        <Description name={i18n.t('Project')}>{names('project', report.project)}</Description>
        {report.subject.kind === 'project' ? null : (
          <Description name={report.subject.kind === 'task' ? i18n.t('Task') : i18n.t('Card')}>
            {names(report.subject.kind, report.subject.id)}
          </Description>
        )}
        <Description name={i18n.t('Days')}>{daysText(report)}</Description>
        {report.outside.length === 0 ? null : (
          <Description name={i18n.t('Left out')}>
            {i18n.t(
              '{count, plural, one {# step of these tasks that is} other {# steps of these tasks that are}} of other days',
              { count: report.outside.length },
            )}
          </Description>
        )}
        <Description name={i18n.t('Time zone of the times')}>
          {Intl.DateTimeFormat().resolvedOptions().timeZone}
        </Description>
        <Description name={i18n.t('Made')}>
          {i18n.t('{when} by {name}, as the file says; nothing confirms it', {
            when: when(report.made_at),
            name: report.made_by,
          })}
        </Description>
      </DescriptionList>
      <ol className={styles['steps']}>
        {report.steps.map((step, index) => (
          <Step
            key={step.id}
            step={step}
            verdict={result.steps[index] ?? 'unknown'}
            names={names}
            report={report}
          />
        ))}
      </ol>
      <p className={styles['limits']}>
        {i18n.t(
          'Checked are the listed steps, and whether steps of the same tasks are missing. Whether a report lists all tasks of a project is not checked.',
        )}
      </p>
    </div>
  );
}

function ConclusionIcon({ conclusion }: { readonly conclusion: Conclusion }) {
  return conclusion === 'genuine' || conclusion === 'later' ? (
    <IconCircleCheck {...ICON} size={24} />
  ) : (
    <IconAlertTriangle {...ICON} size={24} />
  );
}

interface StepProps {
  readonly step: ReportStep;
  readonly verdict: StepVerdict;
  readonly names: NameOf;
  readonly report: ReportFile;
}

function Step({ step, verdict, names, report }: StepProps) {
  const notes = stepNotes(step, when, ['arrival', 'unsent']);
  return (
    <li className={styles['step']}>
      <div className={styles['task']}>{names('task', step.task)}</div>
      <div>{stepText(step, (id) => names('person', id))}</div>
      {step.remark === '' ? null : <p className={styles['remark']}>{step.remark}</p>}
      {step.photos.length === 0 ? null : (
        <div className={styles['photos']}>
          {step.photos.map((file) => (
            <ReportPhoto
              key={file}
              name={names('file', file)}
              picture={report.pictures.find((one) => one.file === file)}
            />
          ))}
        </div>
      )}
      <SignatureMark path={step.signature} typed={step.signed_as} />
      <div className={styles['times']}>
        {[
          i18n.t('Done {when}', { when: when(step.done_at) }),
          step.arrived_at === null
            ? undefined
            : i18n.t('Arrived {when}', { when: when(step.arrived_at) }),
          ...notes,
        ]
          .filter((text) => text !== undefined)
          .join(' · ')}
      </div>
      <div className={styles['mark']} data-genuine={isGenuine(verdict)}>
        {isGenuine(verdict) ? <IconCheck {...SMALL_ICON} /> : <IconAlertTriangle {...SMALL_ICON} />}
        {verdictText(verdict)}
      </div>
    </li>
  );
}

/** Types that are shown; a picture never runs anything. */
const SHOWN = /^image\/(?:jpeg|png|gif|webp|avif)$/;

interface PhotoProps {
  readonly name: string;
  /** Undefined: it was not on the device that saved the file. */
  readonly picture: ReportFile['pictures'][number] | undefined;
}

function ReportPhoto({ name, picture }: PhotoProps) {
  const url = usePictureUrl(picture);
  if (picture === undefined) {
    return (
      <span className={styles['absent']}>{i18n.t('{name} is not in the file', { name })}</span>
    );
  }
  return <ProofPhoto photo={url === undefined ? undefined : { name, url, smallUrl: url }} />;
}

/** Object URL of a picture; undefined before it is made, and for a type that is not shown. */
function usePictureUrl(picture: PhotoProps['picture']): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (picture === undefined || !SHOWN.test(picture.media_type)) return undefined;
    const content = new Blob([bytesOf(picture.bytes)], { type: picture.media_type });
    const address = URL.createObjectURL(content);
    queueMicrotask(() => setUrl(address));
    return () => URL.revokeObjectURL(address);
  }, [picture]);
  return url;
}

function daysText({ from, to, time_zone }: ReportFile): string {
  if (from === null && to === null) return i18n.t('All');
  const days =
    from !== null && to !== null
      ? i18n.t('{from} to {to}', { from: dateWithYear(from), to: dateWithYear(to) })
      : from !== null
        ? i18n.t('From {day}', { day: dateWithYear(from) })
        : i18n.t('Until {day}', { day: dateWithYear(to ?? '') });
  return `${days} (${time_zone})`;
}

function when(iso: string | undefined): string {
  return iso === undefined ? '' : formatInstant(iso, 0);
}
