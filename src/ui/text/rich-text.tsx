import { Fragment } from 'react';
import classes from './markdown-text.module.css';
import { type InAppLinkComponent, TextLink } from './text-link.tsx';

/** Text run, or name of a mentioned person. */
export interface TextPiece {
  readonly text: string;
  readonly mention?: string;
}

interface RichTextProps {
  readonly pieces: readonly TextPiece[];
  readonly InAppLink: InAppLinkComponent;
}

/** Plain text with highlighted mentions and linked addresses. Renders no element of its own. */
export function RichText({ pieces, InAppLink }: RichTextProps) {
  return pieces.map((piece, index) =>
    piece.mention === undefined ? (
      <Linked key={index} text={piece.text} InAppLink={InAppLink} />
    ) : (
      <span key={index} className={classes['mentioned']}>
        {piece.text}
      </span>
    ),
  );
}

const ADDRESS = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}])/giu;

function Linked({
  text,
  InAppLink,
}: {
  readonly text: string;
  readonly InAppLink: InAppLinkComponent;
}) {
  return text.split(ADDRESS).map((part, index) =>
    index % 2 === 0 ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <TextLink key={index} address={part} isBare InAppLink={InAppLink}>
        {part}
      </TextLink>
    ),
  );
}
