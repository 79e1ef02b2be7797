/** Path and query of the page. */
export function addressNow(): string {
  return location.pathname + location.search;
}

/**
 * What a screen looks like beyond its address and rows depends on these: the window, the colour scheme, the day (what is
 * due today is not tomorrow) and the build.
 */
export function surroundingsNow(): string {
  const { mantineColorScheme } = document.documentElement.dataset;
  return JSON.stringify([
    innerWidth,
    innerHeight,
    devicePixelRatio,
    mantineColorScheme,
    new Date().toDateString(),
    document.querySelector<HTMLElement>('script[data-app]')?.dataset['app'],
    navigator.language,
  ]);
}

/** The main part of a screen; undefined before the frame is drawn. */
export function mainPart(): HTMLElement | undefined {
  return document.querySelector<HTMLElement>('#root main') ?? undefined;
}
