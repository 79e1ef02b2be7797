import { useCallback } from 'react';
import { guessType, isImageFile, kindOfType, NOT_AN_IMAGE } from '../../model/shared/file-kind.ts';
import { attachWithOriginal } from './attach-drawing.ts';
import { useAccount, useShowRefusal } from './client.tsx';

/**
 * Stores a file on this device and writes its row; `scope` is that of the row that references it. Await the
 * result, then run the mutation with its id. Undefined: the file could not be stored (full disk, a rule), the
 * person has seen the reason, and the form keeps its input. `image`: files other than images are refused.
 */
export function useAttachFile(
  needs?: 'image',
): (content: File, scope: string) => Promise<{ readonly id: string } | undefined> {
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
      const result = await attachWithOriginal(account, content, { scope });
      if ('id' in result) return result;
      await showRefusal(result.message);
      return undefined;
    },
    [account, showRefusal, needs],
  );
}
