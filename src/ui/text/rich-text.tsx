import { Fragment } from 'react';
import classes from './rich-text.module.css';

interface RichTextProps {
  /** Text runs, and names of mentioned people. */
  readonly pieces: readonly { readonly text: string; readonly mention?: string }[];
}

/** Text with highlighted mentions and linked addresses. Renders no element of its own. */
export function RichText({ pieces }: RichTextProps) {
  return pieces.map((piece, index) =>
    piece.mention === undefined ? (
      <Linked key={index} text={piece.text} />
    ) : (
      <span key={index} className={classes['mentioned']}>
        {piece.text}
      </span>
    ),
  );
}

const ADDRESS = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}])/giu;

/** Addresses stay as written: only links to Cairn's own files are upgraded to https (product.md, 15). */
function Linked({ text }: { readonly text: string }) {
  return text.split(ADDRESS).map((part, index) => {
    if (index % 2 === 0) return <Fragment key={index}>{part}</Fragment>;
    return (
      <a key={index} href={part} target="_blank" rel="noreferrer noopener">
        {part}
      </a>
    );
  });
}
