import { i18n, message } from '../i18n/i18n.ts';
import { useShell } from './app-update.tsx';

/** Way to install the app: the browser's question, or steps for the person. */
export type Installation =
  | { readonly kind: 'question'; readonly open: () => void }
  | { readonly kind: 'steps'; readonly text: string };

/** Way to install the app in this browser; undefined where it is installed or cannot be. */
export function useInstallation(): Installation | undefined {
  const { installable, install } = useShell();
  if (installable) return { kind: 'question', open: install };
  return isOpenOnApple() ? { kind: 'steps', text: i18n.t(STEPS) } : undefined;
}

const STEPS = message('To install Cairn, tap Share and then “Add to Home Screen”.');

/** Browsers of iPhones and iPads install by their share menu alone and offer nothing to a page. */
function isOpenOnApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isApple =
    /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
  return isApple && !window.matchMedia('(display-mode: standalone)').matches;
}
