import { Button, Select } from '@mantine/core';
import { IconCloudOff, IconDownload, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import type { OrgUser } from '../../../../model/entities/org-user.ts';
import { type SecurityEntry, useSecurityLog } from '../../../data/security-log.ts';
import { i18n, translated } from '../../../i18n/i18n.ts';
import { saveFile } from '../../../ui/files/save-file.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { LoadingRows } from '../../../ui/layout/loading-rows.tsx';
import { ICON, SMALL_ICON } from '../../../ui/marks/icon.ts';
import { PersonAvatar } from '../../../ui/marks/person-avatar.tsx';
import { showToast } from '../../../ui/overlays/toasts.tsx';
import { formatInstant } from '../../../ui/text/date-format.ts';
import page from '../organization-page.module.css';
import { PersonFilter } from '../person-filter.tsx';
import type { TabProps } from '../organization-search.ts';
import { detailsOf, isWarning, sentenceOf, whoOf } from './security-format.ts';
import list from '../log-list.module.css';
import styles from './security-tab.module.css';

const EVENT_GROUPS = [
  'sign_ins',
  'passwords',
  'sessions',
  'people',
  'rights',
  'invitations',
  'access',
  'retention',
  'files',
  'exports',
] as const;
const PERIODS = ['day', 'week', 'month'] as const;

interface SecurityTabProps extends TabProps {
  readonly people: readonly OrgUser[];
}

/** Security log of the organisation, newest first, from the server alone: no device stores it. */
export function SecurityTab({ people, search, onSearch }: SecurityTabProps) {
  const { event, by, since } = filtersOf(search);
  const log = useSecurityLog({ group: event, by, since });
  const { entries, failure, canAsk, hasMore, isLoading, more, again } = log;
  const now = useNow(60_000);
  const isOffline = failure?.isOffline === true;
  return (
    <>
      <div className={page['toolbar']}>
        <Filters people={people} search={search} onSearch={onSearch} />
        <span className={page['gap']} />
        <Buttons log={log} isOffline={isOffline} />
      </div>
      {failure === undefined || entries === undefined ? null : (
        <output className={list['stale']}>
          {isOffline
            ? i18n.t('You are offline: newer events are not shown.')
            : i18n.t('The security log could not be read: {reason}', {
                reason: translated(failure.message),
              })}
        </output>
      )}
      {entries === undefined ? (
        failure === undefined ? (
          <LoadingRows />
        ) : (
          <Unread failure={failure} again={canAsk ? again : undefined} />
        )
      ) : entries.length === 0 ? (
        <EmptyState
          icon={<IconShieldLock {...ICON} size={30} />}
          text={i18n.t('No event of this kind')}
          action={
            <Button
              variant="default"
              onClick={() => onSearch({ event: undefined, by: undefined, since: undefined })}
            >
              {i18n.t('Clear filters')}
            </Button>
          }
        />
      ) : (
        <ol className={list['list']} aria-label={i18n.t('Security events, newest first')}>
          {entries.map((entry) => (
            <Item key={entry.id} entry={entry} now={now} />
          ))}
        </ol>
      )}
      {hasMore ? (
        <div className={list['more']}>
          <Button variant="default" loading={isLoading} disabled={isOffline} onClick={more}>
            {i18n.t('Show older')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Item({ entry, now }: { readonly entry: SecurityEntry; readonly now: number }) {
  const details = detailsOf(entry);
  return (
    <li className={list['item']}>
      <PersonAvatar name={whoOf(entry)} size={26} tooltip={false} />
      <div className={list['body']}>
        <p className={styles['line']} data-warns={isWarning(entry)}>
          {sentenceOf(entry)}
          <time className={styles['time']} dateTime={entry.at} title={entry.at}>
            {formatInstant(entry.at, now)}
          </time>
        </p>
        {details.length === 0 ? null : <p className={styles['details']}>{details.join(' · ')}</p>}
      </div>
    </li>
  );
}

interface ButtonsProps {
  readonly log: ReturnType<typeof useSecurityLog>;
  readonly isOffline: boolean;
}

function Buttons({ log: { exportAs, again, canAsk, isLoading }, isOffline }: ButtonsProps) {
  const [running, setRunning] = useState<'csv' | 'json' | undefined>(undefined);
  const save = async (format: 'csv' | 'json') => {
    setRunning(format);
    try {
      const ending = format === 'csv' ? 'csv' : 'ndjson';
      saveFile(await exportAs(format), `cairn-security-${today()}.${ending}`);
    } catch (error) {
      const reason = error instanceof Error ? translated(error.message) : '';
      showToast({
        kind: 'error',
        message: i18n.t('The security log could not be exported: {reason}', { reason }),
      });
    }
    setRunning(undefined);
  };
  const button = (format: 'csv' | 'json') => (
    <Button
      variant="default"
      leftSection={<IconDownload {...SMALL_ICON} />}
      loading={running === format}
      disabled={isOffline || running !== undefined}
      onClick={() => void save(format)}
    >
      {format === 'csv' ? i18n.t('Export CSV') : i18n.t('Export JSON')}
    </Button>
  );
  return (
    <div className={styles['buttons']}>
      {button('csv')}
      {button('json')}
      <Button variant="default" onClick={again} disabled={isLoading || !canAsk}>
        {i18n.t('Refresh')}
      </Button>
    </div>
  );
}

interface UnreadProps {
  readonly failure: NonNullable<ReturnType<typeof useSecurityLog>['failure']>;
  /** Undefined: it is read by itself when there is a network. */
  readonly again: (() => void) | undefined;
}

function Unread({ failure: { isOffline, message }, again }: UnreadProps) {
  return (
    <EmptyState
      icon={<IconCloudOff {...ICON} size={30} />}
      text={isOffline ? i18n.t('You are offline') : i18n.t('The security log could not be read')}
      hint={
        isOffline
          ? i18n.t(
              'The security log is kept on the server only. It shows here as soon as there is a connection.',
            )
          : translated(message)
      }
      action={
        again === undefined ? undefined : (
          <Button variant="default" onClick={again}>
            {i18n.t('Try again')}
          </Button>
        )
      }
    />
  );
}

function Filters({ people, search, onSearch }: SecurityTabProps) {
  const { event, by, since } = filtersOf(search);
  return (
    <>
      <Select
        className={page['kind']}
        size="sm"
        clearable
        aria-label={i18n.t('Kind of event')}
        placeholder={i18n.t('Every kind')}
        data={groups()}
        value={event ?? null}
        onChange={(value) => onSearch({ event: EVENT_GROUPS.find((one) => one === value) })}
      />
      <PersonFilter people={people} value={by} onChange={(person) => onSearch({ by: person })} />
      <Select
        className={page['filter']}
        size="sm"
        clearable
        aria-label={i18n.t('Period')}
        placeholder={i18n.t('Any time')}
        data={periods()}
        value={since ?? null}
        onChange={(value) => onSearch({ since: PERIODS.find((one) => one === value) })}
      />
    </>
  );
}

/** The filters of the address; one that this build does not know is none. */
function filtersOf({ event, by, since }: TabProps['search']) {
  return {
    event: EVENT_GROUPS.find((one) => one === event),
    by,
    since: PERIODS.find((one) => one === since),
  };
}

function groups() {
  return [
    { value: 'sign_ins', label: i18n.t('Sign-ins') },
    { value: 'passwords', label: i18n.t('Passwords, addresses and keys') },
    { value: 'sessions', label: i18n.t('Sessions') },
    { value: 'people', label: i18n.t('People') },
    { value: 'rights', label: i18n.t('Rights and refusals') },
    { value: 'invitations', label: i18n.t('Invitations') },
    { value: 'access', label: i18n.t('Access for programs') },
    { value: 'retention', label: i18n.t('Retention') },
    { value: 'files', label: i18n.t('Files') },
    { value: 'exports', label: i18n.t('Exports') },
  ];
}

function periods() {
  return [
    { value: 'day', label: i18n.t('Last 24 hours') },
    { value: 'week', label: i18n.t('Last 7 days') },
    { value: 'month', label: i18n.t('Last 30 days') },
  ];
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
