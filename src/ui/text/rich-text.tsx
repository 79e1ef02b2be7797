import { Fragment } from 'react';
import classes from './mention-field.module.css';

interface RichTextProps {
  /** Words, and names that somebody is mentioned by. */
  readonly pieces: readonly { readonly text: string; readonly mention?: string }[];
}

/** A text as it is read: mentions stand out, addresses are links. Comes without an element of its own. */
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

/** Addresses stay as their author wrote them: only links to files of ours are upgraded to https (product.md, 15). */
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
