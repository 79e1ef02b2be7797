import { Component, type ReactNode, Suspense } from 'react';
import { type Prefetched, prefetch } from '../prefetch.ts';
import { hasMarkdown } from './markdown-syntax.ts';
import classes from './markdown-text.module.css';
import type { MarkdownBlocksProps } from './markdown-types.ts';
import { RichText, type TextPiece } from './rich-text.tsx';

interface MarkdownTextProps extends Omit<MarkdownBlocksProps, 'pieces'> {
  /** Segments of a text: mentions, and the text between them; without it the text has no mentions. */
  readonly pieces?: (text: string) => readonly TextPiece[];
}

const blocks: Prefetched<MarkdownBlocksProps> = prefetch(
  async () => (await import('./markdown-blocks.tsx')).MarkdownBlocks,
);
const { Component: MarkdownBlocks } = blocks;

/** Loads the Markdown renderer, so that the first text with Markdown does not change its look after it is shown. */
export const loadMarkdown = blocks.load;

/**
 * Long text with Markdown (docs/decisions/0052). A text without any is shown as written, and so is every text until the
 * renderer is loaded.
 */
export function MarkdownText({ pieces = whole, ...rest }: MarkdownTextProps) {
  const { text, InAppLink } = rest;
  const plain = (
    <p className={classes['plain']}>
      <RichText pieces={pieces(text)} InAppLink={InAppLink} />
    </p>
  );
  if (!hasMarkdown(text)) return plain;
  return (
    <PlainOnError text={text} plain={plain}>
      <Suspense fallback={plain}>
        <MarkdownBlocks {...rest} pieces={pieces} />
      </Suspense>
    </PlainOnError>
  );
}

function whole(text: string): readonly TextPiece[] {
  return [{ text }];
}

interface PlainOnErrorProps {
  readonly text: string;
  readonly plain: ReactNode;
  readonly children: ReactNode;
}

interface Outcome {
  readonly text: string;
  readonly isFailed: boolean;
}

/** A text on which the renderer fails must not take the screen with it. */
class PlainOnError extends Component<PlainOnErrorProps, Outcome> {
  override state: Outcome = { text: this.props.text, isFailed: false };

  static getDerivedStateFromError() {
    return { isFailed: true };
  }

  static getDerivedStateFromProps({ text }: PlainOnErrorProps, before: Outcome) {
    return text === before.text ? null : { text, isFailed: false };
  }

  override render() {
    return this.state.isFailed ? this.props.plain : this.props.children;
  }
}
