import type { TextPiece } from './rich-text.tsx';
import type { InAppLinkComponent } from './text-link.tsx';

/** What a click on the box of a checklist item does. */
export type Ticking =
  /** Saves the text with that box changed; `base` is the text as shown. */
  | { readonly kind: 'save'; readonly save: (next: string, base: string) => void }
  /** Shows why it is not possible. */
  | { readonly kind: 'blocked'; readonly explain: () => void };

export interface MarkdownBlocksProps {
  readonly text: string;
  readonly pieces: (text: string) => readonly TextPiece[];
  readonly InAppLink: InAppLinkComponent;
  /** Level of headings in the text, one below the heading above it. */
  readonly headingLevel: 3 | 4;
  /** Undefined: boxes are shown and do nothing. */
  readonly ticking?: Ticking | undefined;
}
