import { usePickedFile } from '../../data/attach-file.ts';
import { useFile } from '../../data/files.ts';
import type { MutateOptions } from '../../data/client.tsx';
import { ImageSetting } from '../../ui/files/image-setting.tsx';

interface SettingsPictureProps {
  readonly label: string;
  /** Id of the picture's file; null when there is none. */
  readonly image: string | null;
  /** Scope of the row that the picture belongs to. */
  readonly scope: string;
  /** Writes another picture, or none; resolves to false when it was refused. */
  readonly put: (image: string | null, options?: MutateOptions) => Promise<boolean>;
}

/** Picture of a project or workspace, replaced and removed at once. */
export function SettingsPicture({ label, image, scope, put }: SettingsPictureProps) {
  const pickedOf = usePickedFile('image');
  const file = useFile(image);
  const pick = async (picked: File) => {
    const added = await pickedOf(picked, scope);
    if (added !== undefined) await put(added.id, { files: added.files });
  };
  const remove = async () => {
    await put(null, { success: { undo: () => put(image) } });
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
