import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { Project } from '../../../model/entities/project.ts';
import { useBoardCards } from '../../data/cards.ts';
import { useFile } from '../../data/files.ts';
import { usePersonName } from '../../data/people.ts';
import {
  areMissing,
  areTasksMissing,
  useProjectDetails,
  useProjectTasks,
} from '../../data/project-details.ts';
import { useProjectBySlug } from '../../data/projects.ts';
import {
  type ReportFilter,
  type ReportLine,
  useSignOffReport,
} from '../../data/sign-off-report.ts';
import { stepNotes, stepText } from '../../data/step-texts.ts';
import { useIsReachable } from '../../data/sync-status.ts';
import { useTask } from '../../data/tasks.ts';
import { i18n } from '../../i18n/i18n.ts';
import { DateField } from '../../ui/forms/date-field.tsx';
import { TasksNotice } from '../../ui/layout/tasks-notice.tsx';
import { DetailsNotice } from '../../ui/layout/details-notice.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { ProofPhoto } from '../../ui/marks/proof-photo.tsx';
import { SignatureMark } from '../../ui/marks/signature-mark.tsx';
import { isCalendarDate } from '../../ui/text/calendar-date.ts';
import { formatInstant } from '../../ui/text/date-format.ts';
import { dateWithYear } from '../../ui/text/field-format.ts';
import { ReportActions } from './report-actions.tsx';
import { type ReportSearch, subjectOf } from './report-search.ts';
import styles from './report-page.module.css';

interface Props {
  readonly slug: string;
  readonly search: ReportSearch;
  readonly onSearch: (change: Partial<ReportSearch>) => void;
}

/** Report of the sign-off of a task, a card or a project over a time, from this device alone; it can be printed. */
export function ReportPage({ slug, ...rest }: Props) {
  const project = useProjectBySlug(slug);
  if (project === undefined) {
    return (
      <Page title={i18n.t('Sign-off report')}>
        <LoadingRows />
      </Page>
    );
  }
  if (project === null) {
    return (
      <Page title={i18n.t('Sign-off report')}>
        <EmptyState
          text={i18n.t('There is no such project')}
          hint={i18n.t('It may be of another organisation, or you are not in its team.')}
        />
      </Page>
    );
  }
  return <Report project={project} {...rest} />;
}

type ReportProps = Omit<Props, 'slug'> & { readonly project: Project };

function Report({ project, search, onSearch }: ReportProps) {
  const { report } = search;
  const [from, to] = [existing(search.from), existing(search.to)];
  const { task: taskId } = subjectOf(report);
  const task = useTask(taskId ?? '');
  const lacksDetails = areMissing(useProjectDetails(project.id));
  const lacksTasks = areTasksMissing(useProjectTasks(project.id));
  const isReachable = useIsReachable();
  const filter: ReportFilter = { project: project.id, ...subjectOf(report), from, to };
  const lines = useSignOffReport(filter);
  const heading = i18n.t('Sign-off of {name}', {
    name: taskId !== undefined && task ? task.name : project.name,
  });
  return (
    <Page
      title={i18n.t('Sign-off report')}
      heading={heading}
      hint={periodText(from, to)}
      actions={
        <ReportActions
          project={project}
          filter={filter}
          lines={lines}
          isIncomplete={lacksDetails || lacksTasks}
          heading={heading}
          period={periodText(from, to)}
          when={when}
        />
      }
    >
      <div className={styles['filters']}>
        <Scope project={project} report={report} onReport={(next) => onSearch({ report: next })} />
        <Day label={i18n.t('From')} value={from} onDay={(day) => onSearch({ from: day })} />
        <Day label={i18n.t('To')} value={to} onDay={(day) => onSearch({ to: day })} />
      </div>
      {lacksTasks ? <TasksNotice isReachable={isReachable} /> : null}
      {lacksDetails && !lacksTasks ? <DetailsNotice isReachable={isReachable} /> : null}
      <Lines lines={lines} />
    </Page>
  );
}

/** An address may name a day that does not exist: it is no limit. */
function existing(day: string | undefined): string | undefined {
  return day !== undefined && isCalendarDate(day) ? day : undefined;
}

/** The time that a printed report is about; undefined without a limit. */
function periodText(from: string | undefined, to: string | undefined): string | undefined {
  if (from !== undefined && to !== undefined) {
    return i18n.t('{from} to {to}', { from: dateWithYear(from), to: dateWithYear(to) });
  }
  if (from !== undefined) return i18n.t('From {day}', { day: dateWithYear(from) });
  return to === undefined ? undefined : i18n.t('Until {day}', { day: dateWithYear(to) });
}

interface ScopeProps {
  readonly project: Project;
  /** Subject as in the address. */
  readonly report: string;
  readonly onReport: (report: string) => void;
}

/** The task from which the report was opened, a card, or the whole project. */
function Scope({ project, report, onReport }: ScopeProps) {
  const cards = useBoardCards(project.id) ?? [];
  const [opened] = useState(() => subjectOf(report).task);
  const task = useTask(opened ?? '');
  return (
    <NativeSelect
      label={i18n.t('Tasks')}
      data={[
        { value: 'all', label: i18n.t('The whole project') },
        ...(opened === undefined || !task ? [] : [{ value: `task:${opened}`, label: task.name }]),
        ...cards.map(({ id, name }) => ({ value: `card:${id}`, label: name })),
      ]}
      value={report}
      onChange={({ currentTarget }) => onReport(currentTarget.value)}
    />
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onDay: (day: string | undefined) => void;
}

function Day({ label, value, onDay }: DayProps) {
  return (
    <DateField
      label={label}
      value={value ?? null}
      onChange={(day) => {
        if (day === null || day === '') onDay(undefined);
        else if (isCalendarDate(day)) onDay(day);
      }}
    />
  );
}

/** With the year and without "Yesterday": a report is kept. */
function when(iso: string): string {
  return formatInstant(iso, 0);
}

function Lines({ lines }: { readonly lines: readonly ReportLine[] | undefined }) {
  const nameOf = usePersonName();
  if (lines === undefined) return <LoadingRows />;
  if (lines.length === 0) return <EmptyState text={i18n.t('No steps in this time')} />;
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">{i18n.t('Task')}</th>
          <th scope="col">{i18n.t('Step')}</th>
          <th scope="col">{i18n.t('Done')}</th>
          <th scope="col">{i18n.t('Arrived')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ step, task }) => (
          <tr key={step.id}>
            <td>{task?.name ?? i18n.t('A task that is not on this device')}</td>
            <td>
              {stepText(step, nameOf)}
              {step.remark === '' ? null : <p className={styles['remark']}>{step.remark}</p>}
              {step.photos.length > 0 && (
                <p className={styles['photos']}>
                  {step.photos.map((photo) => (
                    <StepPhoto key={photo} file={photo} />
                  ))}
                </p>
              )}
              <SignatureMark path={step.signature} typed={step.signed_as} />
            </td>
            <td>
              <Label>{i18n.t('Done')}</Label>
              <time dateTime={step.done_at}>{when(step.done_at)}</time>
              <Notes notes={stepNotes(step, when, ['arrival'])} />
            </td>
            <td>
              {step.arrived_at === null ? null : (
                <>
                  <Label>{i18n.t('Arrived')}</Label>
                  {when(step.arrived_at)}
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Name of a column, where a narrow screen shows the cells below each other. */
function Label({ children }: { readonly children: string }) {
  return <span className={styles['label']}>{children}</span>;
}

function StepPhoto({ file }: { readonly file: string }) {
  return <ProofPhoto photo={useFile(file)} />;
}

function Notes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return <p className={styles['note']}>{notes.join(', ')}</p>;
}
