/** Keys of note drafts on this device. */
export const CREATE_DRAFT = 'note-create';

export function editDraft(noteId: string): string {
  return `note-edit:${noteId}`;
}
