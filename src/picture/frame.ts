import type { ScreenPicture } from '../../sync/store/picture.ts';
import { LETTERS } from './start-app.ts';

const OVER_ALL =
  'position:fixed;inset:0;width:100%;height:100%;border:0;z-index:10000;pointer-events:none;visibility:hidden';

/** A document of its own: what the app does to styles beneath it does not touch it, and nobody finds its words there. */
export function emptyFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.inert = true;
  frame.ariaHidden = 'true';
  frame.tabIndex = -1;
  frame.style.cssText = OVER_ALL;
  document.body.append(frame);
  const within = frame.contentDocument;
  within?.open();
  within?.write('<!doctype html><title></title><div id="root"></div>');
  within?.close();
  return frame;
}

/** Letters that come after the first paint would have everything drawn twice. */
export async function loadLetters(frame: HTMLIFrameElement): Promise<void> {
  const { contentDocument: within, contentWindow: view } = frame;
  if (LETTERS === undefined || within === null || !isWindow(view)) return;
  const letters = new view.FontFace('Inter Variable', `url(${LETTERS})`, { weight: '100 900' });
  await letters.load().then(
    () => within.fonts.add(letters),
    () => undefined,
  );
}

/** False when it cannot be drawn. */
export function draw(picture: ScreenPicture, frame: HTMLIFrameElement): boolean {
  const { contentDocument: within, contentWindow: view } = frame;
  const app = within?.getElementById('root') ?? null;
  if (within === null || app === null || !isWindow(view)) return false;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(picture.css);
  within.adoptedStyleSheets = [sheet];
  for (const [name, value] of Object.entries(picture.root)) {
    if (name === 'style') within.documentElement.style.cssText = value;
    else within.documentElement.setAttribute(name, value);
  }
  app.innerHTML = picture.html;
  for (const node of within.querySelectorAll<HTMLElement>('[data-style]')) {
    node.style.cssText = node.dataset['style'] ?? '';
  }
  frame.style.visibility = '';
  frame.dataset['picture'] = '';
  return true;
}

function isWindow(view: Window | null): view is Window & typeof globalThis {
  return view !== null;
}
