import { useState } from 'react';
import { STREAM_VIEWS, type StreamView } from './stream-order.ts';

const PLACE = 'cairn-task-stream';

/** Chosen part of the stream, remembered on this device. */
export function useStreamView(): readonly [StreamView, (view: StreamView) => void] {
  const [view, setView] = useState(read);
  const choose = (next: StreamView) => {
    setView(next);
    localStorage.setItem(PLACE, next);
  };
  return [view, choose];
}

function read(): StreamView {
  const stored = localStorage.getItem(PLACE);
  return STREAM_VIEWS.find((view) => view === stored) ?? 'all';
}
