import { useDrawable } from '../../data/drawings.ts';
import { useFile, useFileBytes } from '../../data/files.ts';
import { useRemovedFile } from '../../data/removed-files.ts';
import { useTimesOnline } from '../../data/times-online.ts';
import { i18n } from '../../i18n/i18n.ts';
import { FilePreview } from '../../ui/files/file-preview.tsx';
import { useOfferedFile } from '../../ui/files/offered-file.tsx';
import { saveFile } from '../../ui/files/save-file.ts';
import classes from './task-panel.module.css';

/** Attachment of a comment, shown by its type (board spec, 5). A drawing on it is for the next comment. */
export function CommentAttachment({ id }: { readonly id: string }) {
  const file = useFile(id);
  const original = useFile(file?.drawnOn);
  const drawable = useDrawable(file);
  const removed = useRemovedFile(id);
  const bytesOf = useFileBytes();
  const attempt = useTimesOnline();
  const { offer } = useOfferedFile();
  if (file === undefined) return null;
  if (file === null) {
    return <p className={classes.muted}>{i18n.t('The attachment is not on this device.')}</p>;
  }
  const download = async () => {
    const bytes = await bytesOf(file);
    if (bytes !== undefined) saveFile(bytes, file.name);
  };
  const onDrawn = async (drawing: File) => {
    offer(drawing);
    return true;
  };
  return (
    <FilePreview
      file={file}
      original={original}
      drawing={drawable && { drawable, onDrawn }}
      size="inline"
      removed={removed}
      attempt={attempt}
      onDownload={() => void download()}
      onPlay={async () => await bytesOf(file)}
    />
  );
}
