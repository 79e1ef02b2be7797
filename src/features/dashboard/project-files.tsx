import { Button } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FileRow } from '../../../model/entities/file.ts';
import type { Project } from '../../../model/entities/project.ts';
import { nameWithState } from '../../data/person-name.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useFile, useFileBytes } from '../../data/files.ts';
import { usePeople } from '../../data/people.ts';
import { useIsReachable } from '../../data/sync-status.ts';
import { useRemovedFile } from '../../data/removed-files.ts';
import { areMissing, useProjectDetails } from '../../data/project-details.ts';
import { type FilePlace, useProjectFilePlaces, useProjectFiles } from '../../data/project-files.ts';
import { formatInstant } from '../../ui/text/date-format.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { FilePreview } from '../../ui/files/file-preview.tsx';
import { ICON } from '../../ui/marks/icon.ts';
import { DetailsNotice } from '../../ui/layout/details-notice.tsx';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import { saveFile } from '../../ui/files/save-file.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import styles from './project-files.module.css';

/** Number of files shown at first and added by each click. */
const PAGE = 30;

/** Files of the project, newest first: images of tasks, documents, attachments of comments. */
export function ProjectFiles({ project }: { readonly project: Project }) {
  const files = useProjectFiles(project.id);
  const places = useProjectFilePlaces(project.id);
  const details = useProjectDetails(project.id);
  const isReachable = useIsReachable();
  const people = usePeople();
  const [shown, setShown] = useState(PAGE);
  if (files === undefined || places === undefined || details === undefined) return <LoadingRows />;
  if (areMissing(details)) return <DetailsNotice isReachable={isReachable} />;
  if (files.length === 0) {
    return (
      <EmptyState
        icon={<IconFiles {...ICON} size={30} />}
        text={i18n.t('No Data')}
        hint={i18n.t('Images of tasks and attachments of comments are listed here.')}
      />
    );
  }
  const names = new Map(people?.map((person) => [person.id, nameWithState(person)]));
  return (
    <>
      <ul className={styles['files']} aria-label={i18n.t('Files')}>
        {files.slice(0, shown).map((file) => (
          <FileItem
            key={file.id}
            row={file}
            by={names.get(file.uploaded_by) ?? ''}
            slug={project.slug}
            place={places.get(file.id)}
          />
        ))}
      </ul>
      {files.length > shown ? (
        <Button variant="default" onClick={() => setShown(shown + PAGE)}>
          {i18n.t('Show {count} more of {total}', {
            count: Math.min(PAGE, files.length - shown),
            total: files.length,
          })}
        </Button>
      ) : null}
    </>
  );
}

interface FileItemProps {
  readonly row: FileRow;
  readonly by: string;
  /** Slug of the project. */
  readonly slug: string;
  readonly place: FilePlace | undefined;
}

function FileItem({ row, by, slug, place }: FileItemProps) {
  const file = useFile(row.id);
  const removed = useRemovedFile(row.id);
  const bytesOf = useFileBytes();
  const now = useNow(60_000);
  if (file === undefined || file === null)
    return <li className={styles['file']} data-kind={row.kind} />;
  const download = async () => {
    const bytes = await bytesOf(file);
    if (bytes !== undefined) saveFile(bytes, file.name);
  };
  return (
    <li className={styles['file']} data-kind={row.kind}>
      <FilePreview
        file={file}
        size="tile"
        removed={removed}
        onDownload={() => void download()}
        onPlay={async () => await bytesOf(file)}
      />
      <p className={styles['meta']}>
        {by}, {formatInstant(row.created_at, now)}
      </p>
      {place === undefined ? null : <PlaceLine slug={slug} place={place} />}
    </li>
  );
}

/** The task of a file, which opens at the comment that the file is attached to. */
function PlaceLine({ slug, place }: { readonly slug: string; readonly place: FilePlace }) {
  const { task, comment } = place;
  return (
    <p className={styles['place']}>
      <Link
        to="/workspace/$slug"
        params={{ slug }}
        search={{ task: task.id, ...(comment !== undefined && { comment }) }}
        className={styles['task']}
      >
        {task.name}
      </Link>
      {comment === undefined ? null : ` · ${i18n.t('Comment')}`}
    </p>
  );
}
