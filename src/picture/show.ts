/**
 * Runs before anything else, from within the page. When nothing has changed on this device since the last screen was
 * left, that screen is seen as a picture at once; the app draws itself beneath it and takes its place (decision 0031).
 */
import { type PictureHint, pictureHint } from '../../sync/client/picture-hint.ts';
import { readPicture, type ScreenPicture } from '../../sync/store/picture.ts';
import { draw, emptyFrame, loadLetters } from './frame.ts';
import { appStart, isInstalled } from './start-app.ts';
import { standIn } from './stand-in.ts';
import { addressNow, mainPart, surroundingsNow } from './surroundings.ts';

/** The app waits no longer for a store that is slow to answer: milliseconds. */
const AT_MOST = 300;

const parsed = whenParsed();
const app = appStart();
void start();

async function start(): Promise<void> {
  await pictureOrNothing();
  app.fetch();
  await parsed;
  app.run();
}

/** Done when the picture can be seen, or when it is clear that there is none; never fails. */
async function pictureOrNothing(): Promise<void> {
  try {
    const hint = hintForThis();
    if (hint !== undefined) await Promise.race([showPicture(hint), passed(AT_MOST)]);
  } catch {
    // Without a picture the app is waited for.
  }
}

function hintForThis(): PictureHint | undefined {
  // A first visit, or a browser without the shell, has nothing to show; neither has a page nobody sees.
  if (!isInstalled() || document.hidden) return undefined;
  return pictureHint({ address: addressNow(), surroundings: surroundingsNow() });
}

async function showPicture(hint: PictureHint): Promise<void> {
  const reading = readPicture(hint);
  await parsed;
  const frame = emptyFrame();
  const [picture] = await Promise.all([reading, loadLetters(frame)]).catch(() => []);
  // Another tab may have kept one of another screen, and where the store was slow the app may have been faster.
  const isFirst = (mainPart()?.textContent ?? '') === '';
  if (!isOfThis(picture) || !isFirst || !draw(picture, frame)) {
    frame.remove();
    return;
  }
  standIn(picture, frame);
  // Also what the app's files need of the machine would keep the picture off the screen.
  await painted();
}

function isOfThis(picture: ScreenPicture | undefined): picture is ScreenPicture {
  return picture?.address === addressNow() && picture.surroundings === surroundingsNow();
}

function whenParsed(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState !== 'loading') resolve();
    else document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  });
}

function painted(): Promise<void> {
  return new Promise((resolve) => {
    // A message comes after the frame, and before anything that waits.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve());
      port1.start();
      port2.postMessage(undefined);
    });
  });
}

function passed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
