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

/**
 * Separates the text of an edit from its other fields. `later` are edits of the same row that are sent, or have been
 * sent, before what is made of this one: their fields are newer and are left out.
 */
export function textApart(item: OutboxItem, later: readonly OutboxItem[]): Apart {
  const own = fieldsOf(item);
  const newer = new Set(later.flatMap((one) => Object.keys(fieldsOf(one))));
  const left = Object.entries(own).filter(([field]) => !newer.has(field));
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

/** Fields besides the text and the id of the row, which every edit has. */
function fieldsOf(item: OutboxItem): Args {
  const args = preparedOf(item)?.withoutText;
  if (!isRecord(args)) return {};
  return Object.fromEntries(
    Object.entries(args).filter(([field, value]) => field !== 'id' && value !== undefined),
  );
}
