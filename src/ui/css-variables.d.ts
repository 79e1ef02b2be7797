import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties in `style`. */
    [name: `--${string}`]: string | number | undefined;
  }
}
