import { Button, Checkbox, Progress, Stack } from '@mantine/core';
import { IconDownload, IconFileZip } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount, useClient } from '../../data/client.tsx';
import { noteExports } from '../../data/export-note.ts';
import { type ExportState, type ExportOptions, useExportRun } from '../../data/export.ts';
import { useOnline } from '../../data/online.ts';
import { useMyOrganizations } from '../../data/organizations.ts';
import { useOutlines } from '../../data/project-details.ts';
import { i18n, translated } from '../../i18n/i18n.ts';
import { formatSize } from '../../ui/files/file-format.ts';
import { ICON, SMALL_ICON } from '../../ui/marks/icon.ts';
import { saveFile } from '../../ui/files/save-file.ts';
import { Panel } from '../../ui/overlays/panel.tsx';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { warnBeforeUnload } from './warn-before-unload.ts';
import styles from './transfer.module.css';
import { formatCount } from './transfer-messages.ts';

/** Omitted items listed here; the archive's manifest lists all. */
const NAMED = 30;

/** Export of everything the person can read as a zip archive, created on this device. */
export function ExportPanel({ onClose }: { readonly onClose: () => void }) {
  const client = useClient();
  const account = useAccount();
  const online = useOnline();
  const organizations = useMyOrganizations();
  const { state, start, cancel } = useSavedExport();
  const [everywhere, setEverywhere] = useState(true);
  const [fromServer, setFromServer] = useState(true);
  const isRunning = state.phase === 'asking' || state.phase === 'making';
  const hasSeveral = (organizations?.length ?? 0) > 1;
  return (
    <Panel
      title={i18n.t('Export')}
      width={400}
      onClose={onClose}
      footer={
        <div className={styles['buttons']}>
          {isRunning ? (
            <Button variant="default" onClick={cancel}>
              {i18n.t('Cancel')}
            </Button>
          ) : (
            <Button
              data-autofocus
              leftSection={<IconFileZip {...SMALL_ICON} />}
              disabled={account === undefined}
              onClick={() => {
                const all = organizations?.map(({ id }) => id) ?? [];
                const own = account === undefined ? [] : [account.record.orgId];
                noteExports(client, everywhere && hasSeveral ? all : own);
                void start({
                  everywhere: everywhere && hasSeveral,
                  fromServer: fromServer && online,
                });
              }}
            >
              {state.phase === 'done' ? i18n.t('Make it again') : i18n.t('Make the archive')}
            </Button>
          )}
        </div>
      }
    >
      <Stack gap="md">
        <p className={styles['lead']}>
          {i18n.t(
            'Everything you may read, as one zip archive: every field as JSON, tables for spreadsheets, and the files. It is made on this device, and what you have not sent yet is in it, too.',
          )}
        </p>
        {hasSeveral ? (
          <Checkbox
            label={everywhereLabel(organizations?.length ?? 0, account?.record.orgName)}
            checked={everywhere}
            disabled={isRunning}
            onChange={(event) => setEverywhere(event.currentTarget.checked)}
          />
        ) : null}
        <Checkbox
          label={i18n.t('Include files and messages that are only on the server')}
          description={
            online
              ? i18n.t('Files that are not on this device, and older messages.')
              : i18n.t(
                  'You are offline: the archive contains what is on this device and lists what is missing.',
                )
          }
          checked={fromServer && online}
          disabled={isRunning || !online}
          onChange={(event) => setFromServer(event.currentTarget.checked)}
        />
        {!isRunning && <MissingProjects isOnline={online} />}
        <State state={state} />
      </Stack>
    </Panel>
  );
}

/** Projects whose details the archive would lack, and a button that downloads them first. */
function MissingProjects({ isOnline }: { readonly isOnline: boolean }) {
  const { outlined, summarized, arriving, hold } = useOutlines();
  const missing = outlined.length - arriving.length;
  const withoutTasks = summarized.filter((id) => !arriving.includes(id)).length;
  return (
    <>
      {arriving.length > 0 && (
        <output className={styles['lead']}>
          {i18n.t(
            '{count, plural, one {Downloading the comments, sub-tasks and files of # project…} other {Downloading the comments, sub-tasks and files of # projects…}}',
            { count: arriving.length },
          )}
        </output>
      )}
      {missing > 0 && (
        <Stack gap="xs" align="flex-start">
          <p className={styles['lead']}>
            {i18n.t(
              '{count, plural, one {Comments, sub-tasks and files of # project are not on this device. They will be missing in the archive.} other {Comments, sub-tasks and files of # projects are not on this device. They will be missing in the archive.}}',
              { count: missing },
            )}
          </p>
          {withoutTasks > 0 && (
            <p className={styles['lead']}>
              {i18n.t(
                '{count, plural, one {The tasks of # of them are not on this device either.} other {The tasks of # of them are not on this device either.}}',
                { count: withoutTasks },
              )}
            </p>
          )}
          <Button size="compact-sm" variant="default" disabled={!isOnline} onClick={hold}>
            {i18n.t('Download them first')}
          </Button>
        </Stack>
      )}
    </>
  );
}

function everywhereLabel(count: number, name: string | undefined): string {
  return name === undefined
    ? i18n.t('All my {count} organisations, not only this one', { count })
    : i18n.t('All my {count} organisations, not only {name}', { count, name });
}

/** Saves the archive when it is finished; offers it in a toast when the panel was closed meanwhile. */
function useSavedExport() {
  const { state, run } = useExportRun();
  const navigate = useNavigate();
  const start = async (options: ExportOptions) => {
    if (run === undefined) return;
    const end = await warnBeforeUnload(run.start(options));
    if (end === undefined) return;
    const save = () => {
      if (end.phase === 'done' && !run.isSignedOut()) saveFile(end.result.archive, end.name);
    };
    if (run.isShown()) {
      save();
      return;
    }
    const show = () => {
      void navigate({ to: '.', search: (before) => ({ ...before, panel: 'export' }) });
    };
    showToast({
      id: 'export',
      duration: false,
      ...(end.phase === 'done'
        ? { message: i18n.t('The archive is ready.'), action: { label: i18n.t('Save'), run: save } }
        : {
            message: i18n.t('The archive could not be made.'),
            kind: 'error',
            action: { label: i18n.t('Show'), run: show },
          }),
    });
  };
  return { state, start, cancel: () => run?.cancel() };
}

function State({ state }: { readonly state: ExportState }) {
  switch (state.phase) {
    case 'idle':
      return null;
    case 'failed':
      return (
        <p role="alert" className={styles['problem']}>
          {i18n.t(
            'The archive could not be made; the device may be full. Your work is safe. Free some space and try again.',
          )}
        </p>
      );
    case 'asking':
      return <Running text={i18n.t('Gathering')} percent={0} />;
    case 'making': {
      const { stage, done, total } = state.progress;
      const counts = { done: formatCount(done), total: formatCount(total) };
      return (
        <Running
          text={
            stage === 'rows'
              ? i18n.t('Rows: {done} of {total}', counts)
              : i18n.t('Files: {done} of {total}', counts)
          }
          percent={total === 0 ? 100 : (done / total) * 100}
        />
      );
    }
    case 'done':
      return <Done state={state} />;
  }
}

function Running({ text, percent }: { readonly text: string; readonly percent: number }) {
  return (
    <div>
      <Progress value={percent} size="sm" aria-label={i18n.t('Export')} />
      <p className={styles['count']}>
        {text}. {i18n.t('You can close this and go on working.')}
      </p>
    </div>
  );
}

function Done({ state }: { readonly state: Extract<ExportState, { phase: 'done' }> }) {
  const { result, name } = state;
  const { archive, rows, files, leftOut } = result;
  return (
    <section aria-label={i18n.t('The archive')} className={styles['done']}>
      <output className={styles['result']}>
        <IconFileZip {...ICON} />
        <span>
          <strong className={styles['name']}>{name}</strong>
          <span className={styles['facts']}>
            {i18n.t('{size} · {rows} rows · {files, plural, one {# file} other {# files}}', {
              size: formatSize(archive.size),
              rows: formatCount(rows),
              files,
            })}
          </span>
        </span>
      </output>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload {...SMALL_ICON} />}
        onClick={() => saveFile(archive, name)}
      >
        {i18n.t('Save once more')}
      </Button>
      {leftOut.length === 0 ? (
        <p className={styles['note']}>{i18n.t('Nothing was left out.')}</p>
      ) : (
        <>
          <h3 className={styles['heading']}>
            {i18n.t('Not in it ({count})', { count: formatCount(leftOut.length) })}
          </h3>
          <ul className={styles['list']}>
            {leftOut.slice(0, NAMED).map(({ what, why }, index) => (
              <li key={index}>
                <strong className={styles['name']}>{translated(what)}</strong>
                <span className={styles['facts']}>{translated(why)}</span>
              </li>
            ))}
          </ul>
          {leftOut.length > NAMED ? (
            <p className={styles['note']}>
              {i18n.t('and {count} more; manifest.json in the archive names all.', {
                count: formatCount(leftOut.length - NAMED),
              })}
            </p>
          ) : null}
        </>
      )}
    </section>
  );
}
