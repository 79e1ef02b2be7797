import { type DocumentName, writeDocument } from './documents.ts';
import { drawPicture, type PictureName } from './pictures/draw.ts';

/** A file that somebody attaches: a photo under a name of its own, or a document. */
export type AttachedFile =
  | { readonly photo: PictureName; readonly name: string }
  | { readonly document: DocumentName };

export function nameOfFile(file: AttachedFile): string {
  return 'photo' in file ? file.name : file.document;
}

export async function bytesOfFile(file: AttachedFile): Promise<Uint8Array> {
  return 'photo' in file ? drawPicture(file.photo) : writeDocument(file.document);
}
