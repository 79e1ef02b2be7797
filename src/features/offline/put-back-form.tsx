import { Button, FileInput, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import {
  type Account,
  type PutBackReport,
  type SnapshotUnsent,
  useSnapshotWork,
} from '../../data/snapshots.ts';
import { useClient } from '../../data/client.tsx';
import { i18n, message } from '../../i18n/i18n.ts';
import { required } from '../../ui/forms/rules.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { useValues } from '../../ui/forms/use-values.ts';
import { formatMoment } from '../../ui/text/locale.ts';
import styles from './offline-page.module.css';

const EMPTY = { passphrase: '' };
const RULES = v.object({ passphrase: required(message('Passphrase')) });

interface PutBackFormProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Reads the unsent work of a snapshot, shows what it is, and puts it back into the outbox (MUT-9). */
export function PutBackForm({ account, onClose }: PutBackFormProps) {
  const client = useClient();
  const work = useSnapshotWork();
  const form = useForm({ store: useValues(EMPTY), schema: RULES });
  const [file, setFile] = useState<File | null>(null);
  const [found, setFound] = useState<SnapshotUnsent>();
  const [report, setReport] = useState<PutBackReport>();
  const isRunning = work.progress !== undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    if (file === null) return work.fail(i18n.t('Choose the file of the snapshot.'));
    const { passphrase } = form.values;
    setFound(await work.run((snapshots) => snapshots.readUnsent(account, file, passphrase)));
  };
  const putBack = async () => {
    if (found === undefined) return;
    setReport(await work.run((snapshots) => snapshots.putUnsentBack(client, account, found)));
  };
  const error = (
    <p className={styles['error']} role="alert">
      {work.error ?? ''}
    </p>
  );
  if (report !== undefined) {
    return (
      <div className={styles['form']}>
        <output>{reportMessage(report)}</output>
        <div className={styles['buttons']}>
          <Button onClick={onClose}>{i18n.t('Close')}</Button>
        </div>
      </div>
    );
  }
  if (found !== undefined) {
    const count = countOf(found);
    const typed = found.drafts.length;
    const hasNothing = count === 0 && typed === 0;
    return (
      <div className={styles['form']}>
        <output>
          {i18n.t(
            '{count, plural, =0 {Nothing unsent} one {# unsent change} other {# unsent changes}}, saved on {when}.',
            { count, when: formatMoment(Date.parse(found.manifest.savedAt)) },
          )}{' '}
          {typed === 0
            ? ''
            : i18n.t('{count, plural, one {# half-typed text.} other {# half-typed texts.}}', {
                count: typed,
              })}
        </output>
        {error}
        <div className={styles['buttons']}>
          {hasNothing ? null : (
            <Button disabled={isRunning} onClick={() => void putBack()}>
              {i18n.t('Put these changes back')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {hasNothing ? i18n.t('Close') : i18n.t('Cancel')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
      <FileInput
        label={i18n.t('File of the snapshot')}
        placeholder={i18n.t('Choose a file')}
        value={file}
        onChange={setFile}
      />
      <PasswordInput label={i18n.t('Passphrase')} autoComplete="off" {...form.text('passphrase')} />
      {error}
      <div className={styles['buttons']}>
        <Button type="submit" disabled={isRunning}>
          {isRunning ? i18n.t('Reading...') : i18n.t('Show what it contains')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {i18n.t('Cancel')}
        </Button>
      </div>
    </form>
  );
}

function countOf({ outbox, rejected, files }: SnapshotUnsent): number {
  return outbox.length + rejected.length + files.length;
}

function reportMessage({ queued, refused, known, drafts }: PutBackReport): string {
  const parts = [
    i18n.t(
      '{count, plural, =0 {Nothing had to be put back.} one {# change is back and will be sent.} other {# changes are back and will be sent.}}',
      { count: queued },
    ),
    refused === 0
      ? ''
      : i18n.t(
          '{count, plural, one {# refused change is listed again under "Unsent changes".} other {# refused changes are listed again under "Unsent changes".}}',
          { count: refused },
        ),
    known === 0
      ? ''
      : i18n.t('{count, plural, one {# was here already.} other {# were here already.}}', {
          count: known,
        }),
    drafts === 0
      ? ''
      : i18n.t(
          '{count, plural, one {# half-typed text is in its form again.} other {# half-typed texts are in their forms again.}}',
          { count: drafts },
        ),
  ];
  return parts.filter((part) => part !== '').join(' ');
}
