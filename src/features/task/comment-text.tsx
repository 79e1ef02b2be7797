import { Fragment } from 'react';
import { piecesOf } from '../../../model/shared/mentions.ts';
import classes from './task-panel.module.css';

interface Props {
  readonly text: string;
  readonly nameOf: (id: string) => string;
}

/** A comment as it is read: mentions by name, addresses as links. */
export function CommentText({ text, nameOf }: Props) {
  return (
    <p className={classes.text}>
      {piecesOf(text, nameOf).map((piece, index) =>
        piece.mention === undefined ? (
          <Linked key={index} text={piece.text} />
        ) : (
          <span key={index} className={classes.mentioned}>
            {piece.text}
          </span>
        ),
      )}
    </p>
  );
}

const ADDRESS = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}])/giu;

/** Plain http addresses are shown and opened as https (board spec, 5). */
function Linked({ text }: { readonly text: string }) {
  return text.split(ADDRESS).map((part, index) => {
    if (index % 2 === 0) return <Fragment key={index}>{part}</Fragment>;
    const address = part.replace(/^http:\/\//i, 'https://');
    return (
      <a key={index} href={address} target="_blank" rel="noreferrer noopener">
        {address}
      </a>
    );
  });
}
