import { isRecord } from '../../model/shared/is-record.ts';
import { preparedOf } from '../core/dependencies.ts';
import type { OutboxItem } from '../core/ports/outbox.ts';

type Args = Readonly<Record<string, unknown>>;

/** An edit with a long text whose text needs a new key or a decision (MUT-8). */
interface Apart {
  /** Arguments of the text alone. */
  readonly text: Args;
  /** Those of the text and of what is to be sent again. */
  readonly all: Args;
  /** Arguments of all else that is to be sent again; undefined when that is nothing. */
  readonly others: Args | undefined;
}

interface Edits {
  /** Those that the edit was merged of. */
  readonly chain: readonly OutboxItem[];
  /** All others of the same row that are sent, or have been sent, before what is made of this one. */
  readonly others: readonly OutboxItem[];
}

/**
 * Separates the text of an edit from its other fields, without those that another edit has set after every edit of its
 * chain that sets them.
 */
export function textApart(item: OutboxItem, { chain, others: before }: Edits): Apart {
  const own = fieldsOf(item);
  const left = Object.entries(own).filter(
    ([field]) => lastWith(chain, field) > lastWith(before, field),
  );
  const args = isRecord(item.args) ? item.args : {};
  const { id } = args;
  const text = Object.fromEntries(Object.entries(args).filter(([field]) => !(field in own)));
  const others = Object.fromEntries(left);
  return {
    text,
    all: { ...text, ...others },
    others: left.length === 0 ? undefined : { id, ...others },
  };
}

/** Seq of the last edit that sets the field; 0 when none does. */
function lastWith(edits: readonly OutboxItem[], field: string): number {
  return Math.max(0, ...edits.filter((one) => field in fieldsOf(one)).map(({ seq }) => seq));
}

/** Fields besides the text and the id of the row, which every edit has. */
function fieldsOf(item: OutboxItem): Args {
  const args = preparedOf(item)?.withoutText;
  if (!isRecord(args)) return {};
  return Object.fromEntries(
    Object.entries(args).filter(([field, value]) => field !== 'id' && value !== undefined),
  );
}
