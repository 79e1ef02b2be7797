import { useCallback } from 'react';
import { guessType, isImageFile, kindOfType, NOT_AN_IMAGE } from '../../model/shared/file-kind.ts';
import { type PickedFile, pickedFile } from './attach-drawing.ts';
import { useAccount, useShowRefusal } from './client.tsx';
import { keptFirst } from './keeping.ts';

export type { PickedFile };

/**
 * Prepares a picked file for the mutation that refers to it: give that mutation the id, and `files` as its option. Both
 * are then stored in one transaction (FILE-1.2). `scope` is that of the row that refers to the file. Undefined: the
 * person has seen why it is refused, and the form keeps its input. `image`: files other than images are refused.
 */
export function usePickedFile(
  needs?: 'image',
): (content: File, scope: string) => Promise<PickedFile | undefined> {
  const account = useAccount();
  const showRefusal = useShowRefusal();
  return useCallback(
    async (content, scope) => {
      if (account === undefined) return undefined;
      const type = guessType(content.name, content.type);
      if (needs === 'image' && !isImageFile({ media_type: type, kind: kindOfType(type) })) {
        await showRefusal(NOT_AN_IMAGE);
        return undefined;
      }
      await keptFirst(content);
      return pickedFile(account, content, scope);
    },
    [account, showRefusal, needs],
  );
}
