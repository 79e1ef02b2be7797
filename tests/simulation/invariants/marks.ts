import { type MessageMark, messageMarks } from '../../../model/entities/message-mark.ts';
import type { CommittedChange } from '../../../server/writer/writer-types.ts';

/**
 * Read positions on the server only grow, whatever devices claim and in whatever order: `seen` and `delivered` forward,
 * `back` further back. A person who joins a channel again starts `back` again. One watch per start of the server,
 * because a restored backup has older positions.
 */
export function createMarksWatch() {
  const known = new Map<string, MessageMark>();
  return (change: CommittedChange): string | undefined => {
    if (change.kind !== 'put' || change.table !== messageMarks.table) return undefined;
    const mark = messageMarks.parse(change.row);
    const before = known.get(mark.id);
    known.set(mark.id, mark);
    if (mark.delivered < mark.seen) return `${mark.id} is seen further than delivered`;
    if (before === undefined) return undefined;
    if (mark.seen < before.seen) return `${mark.id} has seen ${mark.seen} after ${before.seen}`;
    if (mark.delivered < before.delivered) return `${mark.id} is delivered less than before`;
    if (before.back > 0 && mark.back > before.back) {
      return `${mark.id} has looked back to ${mark.back} after ${before.back}`;
    }
    return undefined;
  };
}
