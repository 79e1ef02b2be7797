import { useCallback, useEffect, useState } from 'react';
import type { FileKind } from '../../model/entities/file.ts';
import { isSound } from '../../model/shared/file-kind.ts';
import { type Place, readPlace } from '../../model/shared/place.ts';
import {
  fileAddress,
  fileBytes,
  type FileContext,
  findFile,
  localBytes,
} from '../../sync/client/index.ts';
import { i18n, translated } from '../i18n/i18n.ts';
import { useAccount, useLive, useShowRefusal } from './client.tsx';

/** File with the data that screens show. */
export interface ShownFile {
  readonly id: string;
  readonly name: string;
  readonly kind: FileKind;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
  /** `uploading`: only the device of the uploader has the content. */
  readonly state: 'uploading' | 'stored';
  /** Progress of the upload from this device, 0 to 1; undefined when this device uploads nothing. */
  readonly progress: number | undefined;
  /** Object URL of the local content, else its address on the server; undefined when neither is available. */
  readonly url: string | undefined;
  /** Thumbnail for tiles and lists. */
  readonly smallUrl: string | undefined;
  /** Reason why the server rejected the file; undefined without a problem. */
  readonly problem: string | undefined;
  /** Time of the shot of a photo, by the clock of the device that took it; null for other files. */
  readonly takenAt: string | null;
  /** Id of the image that this one shows with a drawing; null for other files. */
  readonly drawnOn: string | null;
  /** Place of the shot; null for other files. */
  readonly place: Place | null;
  /** Length in milliseconds and waveform of a voice note; null for other files. */
  readonly voice: { readonly durationMs: number; readonly peaks: string } | null;
  /** Name of the uploader whose device has the content, when this device and the server do not have it. */
  readonly waitsFor: string | undefined;
}

/** File by id; undefined while it is read, null when there is none or this device has no row of it. */
export function useFile(id: string | null | undefined): ShownFile | null | undefined {
  const context = useLive(
    async (db) => (id === null || id === undefined ? null : await findFile(db, id)),
    [id],
  );
  const isHere = context?.local !== undefined;
  const local = useLocalUrl(isHere && context?.row.kind !== 'other' ? context.row.id : undefined);
  if (context === undefined || context === null) return context;
  return shown(context, local);
}

/**
 * Content of a file, from this device or the server. Undefined: not available now, and the person has seen
 * the reason.
 */
export function useFileBytes(): (file: ShownFile) => Promise<Blob | undefined> {
  const account = useAccount();
  const showRefusal = useShowRefusal();
  return useCallback(
    async (file) => {
      const bytes = account && (await fileBytes(account.db, file.id));
      if (bytes !== undefined) return bytes;
      await showRefusal(
        file.state === 'stored'
          ? i18n.t('This file is not on this device. Try again when you are online.')
          : i18n.t('This file has not been uploaded yet.'),
      );
      return undefined;
    },
    [account, showRefusal],
  );
}

function shown({ row, local, from }: FileContext, localUrl: string | undefined): ShownFile {
  const stored = row.state === 'stored';
  const address = stored ? fileAddress(row.id) : undefined;
  const sending = local?.state === 'waiting' || local?.state === 'refused';
  const isHere = local !== undefined && row.kind !== 'other';
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    mediaType: row.media_type,
    size: row.size,
    takenAt: row.taken_at,
    drawnOn: row.drawn_on,
    place: (row.place === null ? undefined : readPlace(row.place)) ?? null,
    voice: voiceOf(row),
    state: row.state,
    progress: sending && !stored ? local.sent / local.parts : undefined,
    url: isHere ? localUrl : address,
    smallUrl: isHere ? localUrl : address && smallOf(address, row.media_type),
    problem:
      local?.state === 'refused' ? local.reason && translated(local.reason.message) : undefined,
    waitsFor: stored || local !== undefined ? undefined : from,
  };
}

function voiceOf(row: FileContext['row']): ShownFile['voice'] {
  const { duration_ms: durationMs, peaks } = row;
  return isSound(row) && durationMs !== null && peaks !== null ? { durationMs, peaks } : null;
}

/** The server has thumbnails of raster images only, not of vector images and videos. */
function smallOf(address: string, mediaType: string): string {
  return /^image\/(?!svg)/.test(mediaType) ? `${address}?size=small` : address;
}

/** Object URL of the local content, revoked when the component unmounts. */
function useLocalUrl(id: string | undefined): string | undefined {
  const account = useAccount();
  const [url, setUrl] = useState<{ readonly id: string; readonly address: string }>();
  useEffect(() => {
    if (id === undefined || account === undefined) return undefined;
    let address: string | undefined;
    let gone = false;
    const load = async () => {
      const bytes = await localBytes(account.db, id);
      if (gone || bytes === undefined) return;
      address = URL.createObjectURL(bytes);
      setUrl({ id, address });
    };
    void load();
    return () => {
      gone = true;
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [id, account]);
  return url !== undefined && url.id === id ? url.address : undefined;
}
