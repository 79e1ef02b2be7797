/** The part of the library's `Active` that is read. */
interface Dragged {
  readonly data: { readonly current?: Readonly<Record<string, unknown>> | undefined };
}

/**
 * What a screen reader hears of a drag by mouse or finger: the name that the dragged thing has in its `data`. The
 * library's own words name it by its id, and explain keys that are not ours. Always the same object: with a new one each
 * row would be drawn again.
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
