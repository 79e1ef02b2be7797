import type { FileRow } from '../../model/entities/file.ts';
import { fileAddress } from './file-address.ts';
import { edgeId } from './people.ts';

/** A file as the calls about files return it. */
export function presentFile(file: FileRow) {
  return {
    id: file.id,
    name: file.name,
    media_type: file.media_type,
    size: file.size,
    digest: file.digest,
    kind: file.kind,
    width: file.width,
    height: file.height,
    state: file.state,
    url: fileAddress(file.id),
    uploaded_by: edgeId(file.uploaded_by),
    created_at: file.created_at,
  };
}
