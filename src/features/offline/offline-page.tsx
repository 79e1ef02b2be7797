import { NativeSelect, Switch } from '@mantine/core';
import {
  type PackingState,
  type ProjectReadiness,
  usePackingChoices,
  usePackingState,
  useReadiness,
} from '../../data/packing.ts';
import { useCompared } from '../../data/comparison.ts';
import { useScopeNames } from '../../data/scope-names.ts';
import { useStorage } from '../../data/storage.ts';
import { useIsReachable } from '../../data/sync-status.ts';
import { useOutlines } from '../../data/project-details.ts';
import { i18n } from '../../i18n/i18n.ts';
import { formatSize } from '../../ui/files/file-format.ts';
import { ComparisonDescription } from '../../ui/layout/comparison-description.tsx';
import {
  Description,
  DescriptionList,
  ProtectionDescription,
} from '../../ui/layout/description-list.tsx';
import { RepairList } from '../../ui/layout/repair-list.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { formatMoment } from '../../ui/text/locale.ts';
import styles from './offline-page.module.css';
import { SnapshotSection } from './snapshot-section.tsx';

/** What this device has without a network, what is missing and why, and the room for files (FILE-4). */
export function OfflinePage() {
  return (
    <Page
      title={i18n.t('Ready for offline')}
      hint={i18n.t('What you can open on this device without a network.')}
      width="reading"
    >
      <State />
      <SnapshotSection />
      <Projects />
      <Room />
    </Page>
  );
}

function State() {
  const state = usePackingState();
  const readiness = useReadiness();
  const isReachable = useIsReachable();
  const { persisted, protect } = useStorage();
  const compared = useCompared();
  const repairs = compared?.repairs ?? [];
  const nameOf = useScopeNames(repairs.map(({ scope }) => scope));
  return (
    <section className={styles['section']}>
      <output className={styles['state']}>
        {state === undefined ? '…' : stateMessage(state, isReachable)}
      </output>
      <DescriptionList>
        <Description name={i18n.t('On this device')}>
          {readiness === undefined
            ? '…'
            : filesMessage(readiness.filesHere, readiness.files, readiness.bytesHere)}
        </Description>
        <Description name={i18n.t('Messages')}>{readiness?.messages ?? '…'}</Description>
        <Description name={i18n.t('Last complete')}>
          {state?.completeAt === undefined ? i18n.t('not yet') : formatMoment(state.completeAt)}
        </Description>
        <ComparisonDescription compared={compared} />
        <ProtectionDescription persisted={persisted} protect={protect} />
      </DescriptionList>
      {repairs.length > 0 ? <RepairList repairs={repairs} nameOf={nameOf} /> : null}
    </section>
  );
}

/** What is missing and why, in one sentence. */
function stateMessage(state: PackingState | null, isReachable: boolean): string {
  if (!isReachable && (state === null || state.left > 0)) {
    return i18n.t('No network. Files that are missing will be downloaded when you are online.');
  }
  if (state === null) return i18n.t('Files have not been downloaded to this device yet.');
  const { paused, left, full, refused } = state;
  if (paused === 'metered' && left > 0) {
    return i18n.t(
      'Paused: this connection is metered or saves data. {left, plural, one {# download is} other {# downloads are}} missing.',
      { left },
    );
  }
  if (paused === 'disk') {
    return i18n.t('Paused: the browser gives no more storage on this device.');
  }
  if (left > 0) {
    return i18n.t('{left, plural, one {# download is} other {# downloads are}} still to come.', {
      left,
    });
  }
  if (full > 0) {
    return i18n.t(
      '{full, plural, one {# download has} other {# downloads have}} no room. Allow more storage below.',
      { full },
    );
  }
  if (refused > 0) {
    return i18n.t(
      'The server refused {refused, plural, one {# download} other {# downloads}}. All other files are on this device.',
      { refused },
    );
  }
  return i18n.t('All files that you may see are on this device.');
}

function Projects() {
  const readiness = useReadiness();
  const { outlined, summarized, hot } = useOutlines();
  if (readiness === undefined) return null;
  return (
    <section className={styles['section']}>
      <h2 className={styles['title']}>{i18n.t('Projects')}</h2>
      <MissingParts total={readiness.projects.length} {...{ outlined, summarized, hot }} />
      <ul className={styles['projects']}>
        {readiness.projects.map((project) => (
          <li key={project.id} className={styles['project']}>
            <div className={styles['name']}>{project.name}</div>
            {summarized.includes(project.id) ? null : (
              <div className={styles['counts']}>{countsMessage(project)}</div>
            )}
            {summarized.includes(project.id) ? (
              <div>
                {i18n.t(
                  'The tasks of this project are not on this device. Open the project or keep it on this device to download them.',
                )}
              </div>
            ) : hot.includes(project.id) ? (
              <div>
                {i18n.t(
                  'Comments and sub-tasks of tasks that were finished long ago are not on this device. Open such a task, or keep the project on this device, to download them.',
                )}
              </div>
            ) : outlined.includes(project.id) ? (
              <div>
                {i18n.t(
                  'Comments, sub-tasks and files are not on this device. Open the project or keep it on this device to download them.',
                )}
              </div>
            ) : (
              <div>{filesMessage(project.filesHere, project.files, project.bytesHere)}</div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface MissingPartsProps {
  /** Number of projects that the person may read. */
  readonly total: number;
  readonly outlined: readonly string[];
  readonly summarized: readonly string[];
  readonly hot: readonly string[];
}

/** How many projects are not whole on this device; nothing where all are. */
function MissingParts({ total, outlined, summarized, hot }: MissingPartsProps) {
  const withoutDetails = outlined.length - summarized.length - hot.length;
  if (outlined.length === 0) return null;
  return (
    <p className={styles['text']}>
      {summarized.length === 0
        ? ''
        : i18n.t('{count} of {total} projects are here without their tasks.', {
            count: summarized.length,
            total,
          })}{' '}
      {withoutDetails === 0
        ? ''
        : i18n.t('{count} of {total} projects are here without comments, sub-tasks and files.', {
            count: withoutDetails,
            total,
          })}{' '}
      {hot.length === 0
        ? ''
        : i18n.t(
            '{count} of {total} projects are here without the comments and sub-tasks of tasks that were finished long ago.',
            { count: hot.length, total },
          )}
    </p>
  );
}

function countsMessage({ tasks, comments }: ProjectReadiness): string {
  return i18n.t(
    '{tasks, plural, one {# task} other {# tasks}}, {comments, plural, one {# comment} other {# comments}}',
    { tasks, comments },
  );
}

function filesMessage(here: number, all: number, bytes: number): string {
  if (all === 0) return i18n.t('No files');
  return i18n.t('{here} of {all} files, {size}', { here, all, size: formatSize(bytes) });
}

const BUDGETS = [100_000_000, 500_000_000, 1_000_000_000, 2_000_000_000, 5_000_000_000];

function Room() {
  const { budget, anyNetwork, change } = usePackingChoices();
  if (budget === undefined) return null;
  const offered = BUDGETS.includes(budget) ? BUDGETS : [budget, ...BUDGETS];
  return (
    <section className={styles['section']}>
      <h2 className={styles['title']}>{i18n.t('Storage for files')}</h2>
      <div className={styles['choices']}>
        <NativeSelect
          label={i18n.t('At most')}
          description={i18n.t('Files that are needed least are removed first.')}
          value={String(budget)}
          onChange={({ currentTarget }) => void change({ budget: Number(currentTarget.value) })}
          data={offered
            .toSorted((left, right) => left - right)
            .map((bytes) => ({ value: String(bytes), label: formatSize(bytes) }))}
        />
        <Switch
          label={i18n.t('Download files on metered connections too')}
          checked={anyNetwork}
          onChange={({ currentTarget }) => void change({ anyNetwork: currentTarget.checked })}
        />
      </div>
    </section>
  );
}
