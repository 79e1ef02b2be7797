import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react';

interface SavingFieldsProps {
  readonly isSaving: boolean;
  readonly children: ReactNode;
}

/**
 * Fields of a form that cannot be changed while it saves, by click, key, paste or drop: such a change would
 * be lost when the form closes. Appearance and focus remain: a disabled field loses the focus, and a
 * read-only one its buttons. Events of lists that a field has opened bubble here wherever they render.
 */
export function SavingFields({ isSaving, children }: SavingFieldsProps) {
  return <div {...(isSaving ? CLOSED : {})}>{children}</div>;
}

function refuse(event: SyntheticEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Tab, Escape and shortcuts pass; `onChange` rejects changes that a shortcut of the browser makes in a field. */
function refuseKey(event: KeyboardEvent): void {
  const leads = event.key === 'Tab' || event.key === 'Escape';
  if (!leads && !event.ctrlKey && !event.metaKey && !event.altKey) refuse(event);
}

const CLOSED = {
  onClickCapture: refuse,
  onKeyDownCapture: refuseKey,
  // A controlled field whose change event is stopped reverts: on phones text arrives without key events.
  onChangeCapture: refuse,
  onPasteCapture: refuse,
  onDragOverCapture: refuse,
  onDropCapture: refuse,
};
