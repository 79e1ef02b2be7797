/** Part of the library's `Active` that is read. */
interface Dragged {
  readonly data: { readonly current?: Readonly<Record<string, unknown>> | undefined };
}

/**
 * Announcements for screen readers during a drag by mouse or finger, with the name in the dragged item's
 * `data`. The library's own texts use ids and explain keys that Cairn does not have. One constant object:
 * with a new one each row would render again.
 */
export const DRAG_MESSAGES = {
  announcements: {
    onDragStart: message('Lifted'),
    onDragOver: () => undefined,
    onDragEnd: message('Dropped'),
    onDragCancel: message('Put back'),
  },
  screenReaderInstructions: { draggable: '' },
};

function message(what: string) {
  return ({ active }: { readonly active: Dragged }) =>
    `${what} ${String(active.data.current?.['name'] ?? '')}`;
}
