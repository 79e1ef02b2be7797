import { useAttachFile } from '../../data/attach-file.ts';
import { useFile } from '../../data/files.ts';
import type { SuccessOptions } from '../../data/success.tsx';
import { ImageSetting } from '../../ui/files/image-setting.tsx';

interface SettingsPictureProps {
  readonly label: string;
  /** Id of the picture's file; null when there is none. */
  readonly image: string | null;
  /** Scope of the row that the picture belongs to. */
  readonly scope: string;
  /** Writes another picture, or none; resolves to false when it was refused. */
  readonly put: (image: string | null, success?: SuccessOptions) => Promise<boolean>;
}

/** Picture of a project or workspace, replaced and removed at once. */
export function SettingsPicture({ label, image, scope, put }: SettingsPictureProps) {
  const attach = useAttachFile('image');
  const file = useFile(image);
  const pick = async (picked: File) => {
    const added = await attach(picked, scope);
    if (added !== undefined) await put(added.id);
  };
  const remove = async () => {
    await put(null, { undo: () => void put(image) });
  };
  return (
    <ImageSetting
      label={label}
      url={image === null ? null : file?.url}
      onPick={(picked) => void pick(picked)}
      onRemove={() => void remove()}
    />
  );
}
