import { i18n } from '../../i18n/i18n.ts';

/** Part of the library's `Active` that is read. */
interface Dragged {
  readonly data: { readonly current?: Readonly<Record<string, unknown>> | undefined };
}

interface Drag {
  readonly active: Dragged;
}

/**
 * Announcements for screen readers during a drag by mouse or finger, with the name in the dragged item's
 * `data`. The library's own texts use ids and explain keys that Cairn does not have. One constant object:
 * with a new one each row would render again.
 */
export const DRAG_MESSAGES = {
  announcements: {
    onDragStart: ({ active }: Drag) => i18n.t('Lifted {name}', { name: nameOf(active) }),
    onDragOver: () => undefined,
    onDragEnd: ({ active }: Drag) => i18n.t('Dropped {name}', { name: nameOf(active) }),
    onDragCancel: ({ active }: Drag) => i18n.t('Put back {name}', { name: nameOf(active) }),
  },
  screenReaderInstructions: { draggable: '' },
};

function nameOf({ data }: Dragged): string {
  return String(data.current?.['name'] ?? '');
}
