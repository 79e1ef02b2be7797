import { Button } from '@mantine/core';
import { useActor } from '../../data/client.tsx';
import { useDialogs } from '../../ui/dialogs.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { CsvSettings } from './csv-settings.tsx';
import { DryRun } from './dry-run.tsx';
import { ImportReport } from './import-report.tsx';
import { ImportTargetFields } from './import-target-fields.tsx';
import styles from './transfer.module.css';
import { plural } from './transfer-words.ts';
import { type SourceFile, useSourceFile } from './use-source-file.ts';
import { type ImportHandle, useImport } from './use-import.ts';

/** Trello JSON or CSV: what will come along and what will not, then the import itself. */
export function ImportPanel({ onClose }: { readonly onClose: () => void }) {
  const dialogs = useDialogs();
  const file = useSourceFile();
  const handle = useImport(file.board);
  const { run } = handle;
  const close = async () => {
    const isSure =
      run.phase !== 'running' ||
      (await dialogs.confirm({
        title: 'Stop the import?',
        message: 'What is here already stays. The same file goes on where it stopped.',
        confirm: 'Stop',
        cancel: 'Go on',
      }));
    if (isSure) onClose();
  };
  return (
    <SidePanel
      title="Import"
      width={560}
      onClose={() => void close()}
      footer={
        run.phase === 'idle' || run.phase === 'running' ? <Buttons handle={handle} /> : undefined
      }
    >
      <div className={styles['steps']}>
        {run.phase === 'idle' ? (
          <Before file={file} handle={handle} />
        ) : (
          <ImportReport run={run} project={handle.plan?.project} onClose={onClose} />
        )}
      </div>
    </SidePanel>
  );
}

function Buttons({ handle }: { readonly handle: ImportHandle }) {
  const { run, summary, start, stop } = handle;
  if (run.phase === 'running') {
    return (
      <div className={styles['buttons']}>
        <Button variant="default" onClick={stop}>
          Stop
        </Button>
      </div>
    );
  }
  const isAllHere = summary !== undefined && summary.fresh === 0;
  return (
    <div className={styles['buttons']}>
      <Button
        disabled={summary === undefined || isAllHere || handle.problem !== undefined}
        onClick={() => void start()}
      >
        {summary === undefined || isAllHere
          ? 'Import'
          : `Import ${plural(summary.freshTasks, 'task')}`}
      </Button>
    </div>
  );
}

function Before({ file, handle }: { readonly file: SourceFile; readonly handle: ImportHandle }) {
  const actor = useActor();
  return (
    <>
      <p className={styles['lead']}>
        A board from Trello (its JSON) or a table (CSV). You see first what comes along and what
        does not; nothing is written before you say so.
      </p>
      <FileField
        label="File"
        accept=".json,.csv,.tsv,.txt,application/json,text/csv"
        refusal="Only .json and .csv files can be imported"
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
