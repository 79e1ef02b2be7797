import {
  type ChangeEvent,
  type ClipboardEvent as ReactClipboardEvent,
  type DragEvent,
  useState,
} from 'react';
import { notePasted } from './shots.ts';

interface FileInputOptions {
  /** As the `accept` attribute of a file input, e.g. `image/*`. */
  readonly accept?: string | undefined;
  readonly onPick: (file: File) => void;
  /** Called when a file of another type was dropped or pasted. */
  readonly onRefuse?: (() => void) | undefined;
}

interface FileInput {
  /** Props of the hidden input; a click on it opens the system's dialog. */
  readonly inputProps: {
    readonly type: 'file';
    readonly hidden: true;
    readonly tabIndex: -1;
    readonly accept: string | undefined;
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
  /** Props of the drop target. */
  readonly dropProps: {
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: () => void;
    readonly onDrop: (event: DragEvent) => void;
    readonly onPaste: (event: ReactClipboardEvent) => void;
  };
  readonly isOver: boolean;
}

/** One file from the system's dialog, a drop or the clipboard. */
export function useFileInput({ accept, onPick, onRefuse }: FileInputOptions): FileInput {
  const [isOver, setOver] = useState(false);
  const take = (list: FileList | null | undefined): boolean => {
    const all = [...(list ?? [])];
    const file = all.find((one) => isAccepted(one, accept));
    if (file !== undefined) onPick(file);
    else if (all.length > 0) onRefuse?.();
    return all.length > 0;
  };
  return {
    inputProps: {
      type: 'file',
      hidden: true,
      tabIndex: -1,
      accept,
      onChange: (event) => {
        take(event.currentTarget.files);
        // Reset, so that the same file can be chosen again.
        event.currentTarget.value = '';
      },
    },
    dropProps: {
      onDragOver: (event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(false);
        take(event.dataTransfer.files);
      },
      onPaste: (event) => {
        // A paste with both text and image (a copied table) counts as text.
        if (event.clipboardData.getData('text/plain') !== '') return;
        notePasted([...event.clipboardData.files]);
        if (take(event.clipboardData.files)) event.preventDefault();
      },
    },
    isOver,
  };
}

/** Applies the `accept` attribute to dropped and pasted files, as the browser's dialog does. */
function isAccepted(file: File, accept: string | undefined): boolean {
  if (accept === undefined || accept === '') return true;
  return accept.split(',').some((raw) => {
    const wanted = raw.trim().toLowerCase();
    if (wanted.startsWith('.')) return file.name.toLowerCase().endsWith(wanted);
    if (wanted.endsWith('/*')) return file.type.startsWith(wanted.slice(0, -1));
    return file.type === wanted;
  });
}
