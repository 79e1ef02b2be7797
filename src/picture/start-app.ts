/** What the build wrote about the app's files onto the script in the page: lists of addresses. */
const files = document.currentScript?.dataset ?? {};

/** The file of the letters that most texts are written with. */
export const LETTERS = files['font'];

export interface AppStart {
  /** Asks for the files of the app, with the shell on the device also for those of this screen. */
  readonly fetch: () => void;
  readonly run: () => void;
}

export function appStart(): AppStart {
  return {
    fetch: () => {
      for (const file of listed('app')) preload(file, 'script');
      const path = location.pathname;
      if (!isInstalled() || path === '/') return;
      for (const file of listed('font')) preload(file, 'font');
      for (const file of listed('frame')) preload(file, 'script');
      if (!path.startsWith('/workspace/')) return;
      for (const file of listed('board')) preload(file, 'script');
    },
    run: () => {
      const app = document.createElement('script');
      app.type = 'module';
      app.crossOrigin = '';
      app.src = listed('app')[0] ?? '';
      document.head.append(app);
    },
  };
}

/** Whether the shell is on the device. */
export function isInstalled(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}

function listed(name: string): readonly string[] {
  return (files[name] ?? '').split(' ').filter((file) => file !== '');
}

function preload(file: string, kind: 'script' | 'font'): void {
  const link = document.createElement('link');
  link.rel = kind === 'script' ? 'modulepreload' : 'preload';
  if (kind === 'font') link.as = kind;
  link.crossOrigin = '';
  link.href = file;
  document.head.append(link);
}
