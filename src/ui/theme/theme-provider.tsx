import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { createContext, type ReactNode, useEffect, useMemo, useState } from 'react';
import { useProvided } from '../hooks/use-provided.ts';
import { navTone, THEME_COLOURS, type ThemeColour } from './colours.ts';
import { shareStyleNonce, styleNonce } from './style-nonce.ts';
import { cairnTheme, cairnVariables } from './theme.ts';

/** Storage keys; public/boot.js reads the scheme before the first paint. */
export const COLOUR_KEY = 'cairn-colour';
export const SCHEME_KEY = 'mantine-color-scheme-value';

interface ColourChoice {
  readonly colour: ThemeColour;
  readonly setColour: (colour: ThemeColour) => void;
}

const ColourContext = createContext<ColourChoice | undefined>(undefined);

/** Applies the stored colour and scheme, and changes of them without a reload (product.md, 10). */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const [colour, setColour] = useState(storedColour);
  const theme = useMemo(() => cairnTheme(colour), [colour]);
  const [manager] = useState(() => localStorageColorSchemeManager({ key: SCHEME_KEY }));
  const choice = useMemo(
    () => ({
      colour,
      setColour: (next: ThemeColour) => {
        localStorage.setItem(COLOUR_KEY, next);
        setColour(next);
      },
    }),
    [colour],
  );
  useEffect(() => followOtherTabs(setColour), []);
  useEffect(shareStyleNonce, []);
  useEffect(() => {
    document.documentElement.dataset['colour'] = colour;
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', navTone(colour, 'ground'));
  }, [colour]);
  return (
    <ColourContext value={choice}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cairnVariables}
        colorSchemeManager={manager}
        defaultColorScheme="auto"
        deduplicateCssVariables={false}
        getStyleNonce={pageNonce}
      >
        {children}
      </MantineProvider>
    </ColourContext>
  );
}

/** The chosen theme colour and a function that changes it. */
export function useThemeColour(): ColourChoice {
  return useProvided(ColourContext);
}

function pageNonce(): string {
  return styleNonce() ?? '';
}

function storedColour(): ThemeColour {
  const stored = localStorage.getItem(COLOUR_KEY);
  return THEME_COLOURS.find((colour) => colour === stored) ?? 'teal';
}

function followOtherTabs(apply: (colour: ThemeColour) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === COLOUR_KEY) apply(storedColour());
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
