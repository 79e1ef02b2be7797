/** Beginning of the names of drafts that contain strokes, not text. */
const DRAWING = 'drawing:';

/** Name of the draft of a drawing on a file. */
export function drawingName(file: string): string {
  return `${DRAWING}${file}`;
}

/** True for the name of a draft that contains strokes. */
export function isDrawing(draft: string): boolean {
  return draft.startsWith(DRAWING);
}
