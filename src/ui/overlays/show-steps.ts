import { showToast } from './toasts.tsx';

/** Shows steps that the person follows outside the page; they stay until they are closed. */
export function showSteps(text: string): void {
  showToast({ id: 'steps', message: text, kind: 'info', duration: false });
}
