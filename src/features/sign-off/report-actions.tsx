import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Project } from '../../../model/entities/project.ts';
import { useBoardCards } from '../../data/cards.ts';
import { useAccount, useShowRefusal } from '../../data/client.tsx';
import { useOrganization } from '../../data/organization.ts';
import { usePeople, usePersonName } from '../../data/people.ts';
import type { ReportFilter, ReportLine } from '../../data/sign-off-report.ts';
import { useShowSuccess } from '../../data/success.tsx';
import { i18n } from '../../i18n/i18n.ts';
import { saveFile } from '../../ui/files/save-file.ts';
import { useLightPrint } from '../../ui/theme/use-light-print.ts';
import styles from './report-page.module.css';

export interface ReportActionsProps {
  readonly project: Project;
  readonly filter: ReportFilter;
  /** Undefined while they are read. */
  readonly lines: readonly ReportLine[] | undefined;
  /** Steps are not on this device, or not yet: a file would not say that they are missing. */
  readonly isIncomplete: boolean;
  readonly heading: string;
  /** Days that the report is about, as text; undefined without a limit. */
  readonly period: string | undefined;
  /** Formats an instant. */
  readonly when: (iso: string) => string;
}

type Kind = 'pdf' | 'file';

/** Print, and the two files of a report; the code that writes them is loaded on first use. */
export function ReportActions(props: ReportActionsProps) {
  const { lines, isIncomplete } = props;
  useLightPrint();
  const save = useSaveReport(props);
  const [busy, setBusy] = useState<Kind>();
  const isDisabled =
    isIncomplete || lines === undefined || lines.length === 0 || busy !== undefined;
  const run = (kind: Kind) => {
    setBusy(kind);
    void save(kind).finally(() => setBusy(undefined));
  };
  return (
    <Group gap="xs" className={styles['print']}>
      <Button onClick={() => window.print()}>{i18n.t('Print')}</Button>
      <Button
        variant="default"
        loading={busy === 'pdf'}
        disabled={isDisabled}
        onClick={() => run('pdf')}
      >
        {i18n.t('Save as PDF')}
      </Button>
      <Button
        variant="default"
        loading={busy === 'file'}
        disabled={isDisabled}
        onClick={() => run('file')}
      >
        {i18n.t('Save as a checkable file')}
      </Button>
      {isIncomplete ? (
        <p className={styles['note']}>
          {i18n.t('The report can be saved when all steps are on this device.')}
        </p>
      ) : null}
    </Group>
  );
}

/** Saves the report; a person reads why it could not be saved. Never rejects. */
function useSaveReport({
  project,
  filter,
  lines = [],
  heading,
  period,
  when,
}: ReportActionsProps): (kind: Kind) => Promise<void> {
  const account = useAccount();
  const organization = useOrganization();
  const people = usePeople();
  const nameOf = usePersonName();
  const cards = useBoardCards(project.id) ?? [];
  const showRefusal = useShowRefusal();
  const showSuccess = useShowSuccess();
  return async (kind) => {
    if (account === undefined || people === undefined) return;
    try {
      const { savePdf, saveCheckable } = await import('./save-report.ts');
      const name = fileNameOf(heading);
      const madeBy = nameOf(account.orgUserId);
      const input = { account, filter, lines, madeBy, organization: organization?.name ?? '' };
      if (kind === 'pdf') {
        const texts = { heading, period, project: project.name, nameOf, when };
        saveFile(await savePdf({ ...input, ...texts }), `${name}.pdf`);
        showSuccess({ message: i18n.t('The PDF is saved') });
        return;
      }
      const card = cards.find(({ id }) => id === filter.card)?.name;
      const { content, absent } = await saveCheckable({
        ...input,
        project: project.name,
        card,
        people,
      });
      saveFile(content, `${name}.cairn-report.json`);
      showSuccess({
        message:
          absent === 0
            ? i18n.t('The file is saved. Anybody can check it at {address}', { address: ADDRESS() })
            : i18n.t(
                'The file is saved, without {count, plural, one {# photo that is} other {# photos that are}} not on this device. Anybody can check it at {address}',
                { count: absent, address: ADDRESS() },
              ),
        duration: 10_000,
      });
    } catch (failure) {
      reportError(failure);
      await showRefusal(i18n.t('The report could not be saved. Try again, or print it.'));
    }
  };
}

const ADDRESS = () => `${window.location.host}/check-report`;

/** A name that every file system accepts. */
function fileNameOf(heading: string): string {
  return heading
    .replaceAll(/[\p{Cc}\\/:*?"<>|]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 100);
}
