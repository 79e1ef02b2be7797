import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react';

interface SavingFieldsProps {
  readonly isSaving: boolean;
  readonly children: ReactNode;
}

/**
 * The fields of a form, in which nothing can be changed while it saves, not by a click, a key, a paste or a drop: it would
 * not be in what is saved and go with the form. They look and are focused as before: what is disabled loses the focus, and
 * what is read-only loses its buttons for the moment. Lists that a field has opened belong to it wherever they are drawn.
 */
export function SavingFields({ isSaving, children }: SavingFieldsProps) {
  return <div {...(isSaving ? CLOSED : {})}>{children}</div>;
}

function refuse(event: SyntheticEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** One can still go on and away by keys; what a key of the app or the browser changes in a field is taken back. */
function refuseKey(event: KeyboardEvent): void {
  const leads = event.key === 'Tab' || event.key === 'Escape';
  if (!leads && !event.ctrlKey && !event.metaKey && !event.altKey) refuse(event);
}

const CLOSED = {
  onClickCapture: refuse,
  onKeyDownCapture: refuseKey,
  // A field whose change nobody hears of goes back to its value: on phones text comes without keys.
  onChangeCapture: refuse,
  onPasteCapture: refuse,
  onDragOverCapture: refuse,
  onDropCapture: refuse,
};
