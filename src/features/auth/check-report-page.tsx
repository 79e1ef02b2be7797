import { Anchor, FileInput, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type DragEvent, useState } from 'react';
import type { ReportProblem } from '../../data/read-report-file.ts';
import { type ReportCheckState, useReportCheck } from '../../data/use-report-check.ts';
import { i18n } from '../../i18n/i18n.ts';
import { AuthLayout } from './auth-layout.tsx';
import { CheckedReport } from './checked-report.tsx';
import { FormMessage } from './form-message.tsx';
import { useLightPrint } from '../../ui/theme/use-light-print.ts';
import styles from './check-report-page.module.css';

/** Checks the file of a report against this server, for anybody (SIGN-4, decision 0084). */
export function CheckReportPage() {
  useLightPrint();
  const { state, check } = useReportCheck();
  const [file, setFile] = useState<File | null>(null);
  const [isOver, setOver] = useState(false);
  const choose = (chosen: File | null | undefined) => {
    if (chosen === null || chosen === undefined) return;
    setFile(chosen);
    check(chosen);
  };
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  };
  return (
    <AuthLayout
      width="wide"
      title={i18n.t('Check a report')}
      hint={i18n.t(
        'Choose the checkable file of a sign-off report. This server compares it with what it has stored. The file stays on your device: only digests of its contents are sent.',
      )}
      foot={
        <Anchor component={Link} underline="always" to="/">
          {i18n.t('Back')}
        </Anchor>
      }
    >
      <Stack
        gap="md"
        className={styles['drop']}
        data-over={isOver}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileInput
          label={i18n.t('File of the report')}
          description={i18n.t('Choose it, or drop it here.')}
          placeholder={i18n.t('Choose a file')}
          accept=".json,application/json"
          value={file}
          onChange={choose}
        />
        {state.phase === 'checked' ? (
          <CheckedReport report={state.report} result={state.result} />
        ) : (
          <FormMessage kind={state.phase === 'checking' ? 'success' : 'error'}>
            {messageOf(state)}
          </FormMessage>
        )}
      </Stack>
    </AuthLayout>
  );
}

function messageOf(state: ReportCheckState): string | undefined {
  switch (state.phase) {
    case 'checking':
      return i18n.t('Checking {name}...', { name: state.name });
    case 'unreadable':
      return PROBLEMS[state.problem]();
    case 'failed':
      return state.reason;
    default:
      return undefined;
  }
}

const PROBLEMS: Readonly<Record<ReportProblem, () => string>> = {
  too_large: () => i18n.t('This file is too large to be a report that can be checked here.'),
  foreign: () =>
    i18n.t(
      'This is not a checkable file. Choose the file that “Save as a checkable file” made; a PDF cannot be checked.',
    ),
  cut: () => i18n.t('Only a part of the file is here: its end is missing. Ask for the file again.'),
  newer: () =>
    i18n.t('A newer version of Cairn made this file. Check it on the server that it comes from.'),
  damaged: () => i18n.t('The file is damaged or was changed: no device writes such a file.'),
  empty: () => i18n.t('There is no step in this report, so there is nothing to check.'),
};
