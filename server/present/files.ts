import { presentFields } from './fields.ts';
import { edgeId } from './edge-id.ts';
import { type FileRow, files } from '../../model/entities/file.ts';
import { fileAddress } from './file-address.ts';

/** A file as the calls about files return it. */
export function presentFile(file: FileRow) {
  return {
    id: file.id,
    ...presentFields(files, file),
    url: fileAddress(file.id),
    uploaded_by: edgeId(file.uploaded_by),
  };
}
