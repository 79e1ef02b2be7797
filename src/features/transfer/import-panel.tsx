import { Button } from '@mantine/core';
import { useActor } from '../../data/client.tsx';
import { i18n } from '../../i18n/i18n.ts';
import { FileField } from '../../ui/files/file-field.tsx';
import { Panel } from '../../ui/overlays/panel.tsx';
import { CsvSettings } from './csv-settings.tsx';
import { DryRun } from './dry-run.tsx';
import { ImportReport } from './import-report.tsx';
import { ImportTargetFields } from './import-target-fields.tsx';
import styles from './transfer.module.css';
import { type SourceFile, useSourceFile } from './use-source-file.ts';
import { type ImportHandle, useImport } from './use-import.ts';

/** Import of Trello JSON or CSV: preview first, then the import. */
export function ImportPanel({ onClose }: { readonly onClose: () => void }) {
  const file = useSourceFile();
  const handle = useImport(file.board);
  const { state } = handle;
  return (
    <Panel
      title={i18n.t('Import')}
      width={560}
      onClose={onClose}
      footer={
        <div className={styles['buttons']}>
          <Buttons file={file} handle={handle} />
        </div>
      }
    >
      <div className={styles['steps']}>
        {state.phase === 'idle' || state.phase === 'preparing' ? (
          <Before file={file} handle={handle} />
        ) : (
          <ImportReport state={state} onClose={onClose} />
        )}
      </div>
    </Panel>
  );
}

interface StepProps {
  readonly file: SourceFile;
  readonly handle: ImportHandle;
}

function Buttons({ file, handle }: StepProps) {
  const { state, summary, start, stop, forget } = handle;
  if (state.phase === 'running') {
    return (
      <Button variant="default" onClick={stop}>
        {i18n.t('Stop')}
      </Button>
    );
  }
  if (state.phase !== 'idle' && state.phase !== 'preparing') {
    const again = () => {
      void file.choose(undefined);
      forget();
    };
    return (
      <Button variant="default" onClick={again}>
        {i18n.t('Import a file')}
      </Button>
    );
  }
  const isReady = summary !== undefined && summary.fresh > 0 && handle.problem === undefined;
  return (
    <Button disabled={!isReady} loading={state.phase === 'preparing'} onClick={() => void start()}>
      {summary === undefined || summary.freshTasks === 0
        ? i18n.t('Import')
        : i18n.t('{count, plural, one {Import # task} other {Import # tasks}}', {
            count: summary.freshTasks,
          })}
    </Button>
  );
}

function Before({ file, handle }: StepProps) {
  const actor = useActor();
  return (
    <>
      <p className={styles['lead']}>
        {i18n.t(
          'A board from Trello (its JSON) or a table (CSV). You see first what comes along and what does not; nothing is written before you say so.',
        )}
      </p>
      <FileField
        label={i18n.t('File')}
        accept=".json,.csv,.tsv,.txt,application/json,text/csv"
        refusal={i18n.t('Only .json and .csv files can be imported')}
        value={file.file}
        error={file.problem}
        onChange={(next) => void file.choose(next)}
      />
      {file.table === undefined ? null : <CsvSettings file={file} table={file.table} />}
      {file.board === undefined || actor === undefined ? null : (
        <>
          <ImportTargetFields
            key={file.board.id + file.file?.name}
            handle={handle}
            actor={actor}
            name={file.board.name}
          />
          <DryRun board={file.board} handle={handle} />
        </>
      )}
    </>
  );
}
