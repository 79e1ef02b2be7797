import { useEffect } from 'react';

/** Attribute of the root by which Mantine's and Cairn's colours follow the scheme. */
const SCHEME = 'data-mantine-color-scheme';

/** For a screen that people print: paper is white, so that it is printed in the light scheme, whatever the screen shows. */
export function useLightPrint(): void {
  useEffect(() => {
    const root = document.documentElement;
    let shown: string | null = null;
    const before = () => {
      shown = root.getAttribute(SCHEME);
      root.setAttribute(SCHEME, 'light');
    };
    const after = () => {
      if (shown !== null) root.setAttribute(SCHEME, shown);
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
}
