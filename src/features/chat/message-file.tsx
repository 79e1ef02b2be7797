import { useDrawable } from '../../data/drawings.ts';
import { useFile, useFileBytes } from '../../data/files.ts';
import { useTimesOnline } from '../../data/times-online.ts';
import { useRemovedFile } from '../../data/removed-files.ts';
import { i18n } from '../../i18n/i18n.ts';
import { FilePreview } from '../../ui/files/file-preview.tsx';
import { useOfferedFile } from '../../ui/files/offered-file.tsx';
import { saveFile } from '../../ui/files/save-file.ts';
import styles from './message.module.css';

interface Props {
  readonly id: string;
  /** Makes the next message a reply to this one. */
  readonly onReply: () => void;
}

/** Attachment of a message: image, audio player or document. A drawing on it is for a reply. */
export function MessageFile({ id, onReply }: Props) {
  const file = useFile(id);
  const original = useFile(file?.drawnOn);
  const drawable = useDrawable(file);
  const { offer } = useOfferedFile();
  const removed = useRemovedFile(id);
  const bytesOf = useFileBytes();
  const attempt = useTimesOnline();
  if (file === undefined) return null;
  if (file === null) {
    return <p className={styles['deleted']}>{i18n.t('The file is not on this device.')}</p>;
  }
  const download = async () => {
    const bytes = await bytesOf(file);
    if (bytes !== undefined) saveFile(bytes, file.name);
  };
  const onDrawn = async (drawing: File) => {
    onReply();
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
