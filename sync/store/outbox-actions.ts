import type { Prepared } from '../../model/mutations/define-mutation.ts';
import { prepareMutation } from '../../model/mutations/registry.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { refuse, type Refusal } from '../../model/shared/errors.ts';
import { dependentsOf, isDiscardable, linesOf, preparedOf } from '../core/dependencies.ts';
import { storeRejection } from '../core/rejection.ts';
import type { OutboxItem, RejectedItem, RejectedPort } from '../core/ports/outbox.ts';
import type { Store } from '../core/ports/store.ts';
import type { StreamsPort } from '../core/ports/streams.ts';
import { rowKey } from '../core/row-key.ts';
import type { LocalTx } from './deferred-tx.ts';
import { inReach } from './file-in-reach.ts';
import { enqueue, type LocalWrite, readerOf } from './local-write.ts';
import { type NotHere, notHere } from './not-here.ts';
import { idsIn } from './referred-files.ts';

/** Actions of a person on their outbox (MUT-4, MUT-8). Ids are those of `outboxItems`. */

export interface ActionContext {
  readonly store: Store;
  readonly actor: Actor;
  readonly at: number;
  /** Downloads details that a rejected mutation needs and that this device does not have. */
  readonly want?: (missing: NotHere) => void;
  /** Mutations that create the rows of files again which a repeated mutation refers to, by id (FILE-2.12). */
  readonly lostFiles?: ReadonlyMap<string, Prepared>;
}

/**
 * Sends a rejected mutation again as a new one, with all mutations that were rejected along with it; a quarantined one
 * is sent again unchanged. A refusal: the rule still denies it, and nothing was written.
 */
export function retryItem(context: ActionContext, id: string): Promise<Refusal | undefined> {
  return context.store
    .write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
      const [item] = (await tx.outbox()).filter(({ seq }) => String(seq) === id);
      if (item !== undefined) {
        await tx.putOutbox([
          {
            ...item,
            state: item.state === 'quarantined' ? 'queued' : item.state,
            failures: 0,
            firstFailure: null,
            retryAt: 0,
          },
        ]);
        return undefined;
      }
      const group = await groupOf(tx, id);
      const refused = await addLostFiles(tx, context, group);
      if (refused !== undefined) throw new Refused(refused);
      for (const rejected of group) {
        const refusal = await again(tx, context, { rejected, prepared: preparedOf(rejected.item) });
        if (refusal !== undefined) throw new Refused(refusal);
      }
      await tx.deleteRejected(group.map(({ seq }) => seq));
      return group.length === 0 ? missingEntry() : undefined;
    })
    .catch(refusalOf);
}

/** Discards a mutation permanently. Mutations that depend on it become rejected, with their texts. */
export function discardItem(context: ActionContext, id: string): Promise<Refusal | undefined> {
  return context.store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
    const outbox = await tx.outbox();
    const item = outbox.find(({ seq }) => String(seq) === id);
    if (item === undefined) {
      const group = await groupOf(tx, id);
      await tx.deleteRejected(group.map(({ seq }) => seq));
      return undefined;
    }
    if (!isDiscardable(item))
      return refuse(
        'conflict',
        /*i18n*/ 'This change is being sent and can no longer be discarded',
      );
    const reason = refuse(
      'parent_gone',
      /*i18n*/ 'A change that this one depends on was discarded',
    );
    await storeRejection(tx, {
      items: dependentsOf(outbox, item),
      group: item.seq,
      reason,
      at: context.at,
      drop: [item],
    });
    return undefined;
  });
}

/** Replaces the long text of a rejected mutation and sends it as a new one. */
export function editItemText(
  context: ActionContext,
  id: string,
  text: string,
): Promise<Refusal | undefined> {
  return context.store
    .write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
      const rejected = (await tx.rejected()).find(({ seq }) => String(seq) === id);
      const prepared = rejected && preparedOf(rejected.item);
      if (rejected === undefined || prepared?.text === undefined) return missingEntry();
      const changed = prepared.withText(text, rejected.conflict?.theirs ?? prepared.text.base);
      const refusal =
        (await addLostFiles(tx, context, [rejected])) ??
        (await again(tx, context, {
          rejected,
          prepared: prepareMutation(prepared.name, changed),
          ...(rejected.conflict !== undefined && { ifMatch: rejected.conflict.v }),
        }));
      if (refusal !== undefined) throw new Refused(refusal);
      await tx.deleteRejected([rejected.seq]);
      return undefined;
    })
    .catch(refusalOf);
}

export type TextChoice = 'mine' | 'theirs' | { readonly merged: string };

/** Resolves a conflict between two versions of a text (MUT-8). */
export async function chooseItemText(
  context: ActionContext,
  id: string,
  choice: TextChoice,
): Promise<Refusal | undefined> {
  if (choice === 'theirs') return discardItem(context, id);
  const rejected = await context.store.read([], async (tx) =>
    (await tx.rejected()).find(({ seq }) => String(seq) === id),
  );
  if (rejected?.conflict === undefined) return missingEntry();
  return editItemText(context, id, choice === 'mine' ? rejected.conflict.mine : choice.merged);
}

/** The entry and, when it is the first of its group, all mutations that were rejected along with it. */
async function groupOf(tx: RejectedPort, id: string): Promise<readonly RejectedItem[]> {
  const all = await tx.rejected();
  const one = all.find(({ seq }) => String(seq) === id);
  if (one === undefined) return [];
  return one.seq === one.group ? all.filter(({ group }) => group === one.group) : [one];
}

/**
 * Fields of the rejected mutation that its repetition keeps. What others wrote after its author had seen the row is kept
 * as replaced (WRITE-4.6).
 */
function keptOf(item: OutboxItem): Pick<LocalWrite, 'lines' | 'isOfOldHistory' | 'seen'> {
  const { seen, isOfOldHistory } = item;
  return {
    ...linesOf(item),
    ...(seen !== undefined && { seen }),
    ...(isOfOldHistory === true && { isOfOldHistory }),
  };
}

/** Creates the rows of lost files that these mutations refer to, before the mutations. */
async function addLostFiles(
  tx: LocalTx,
  context: ActionContext,
  group: readonly RejectedItem[],
): Promise<Refusal | undefined> {
  const { lostFiles } = context;
  if (lostFiles === undefined) return undefined;
  const created = new Set(group.flatMap(({ item }) => item.creates));
  for (const id of new Set(group.flatMap(({ item }) => idsIn(item)))) {
    const prepared = lostFiles.get(id);
    if (prepared === undefined || created.has(rowKey('files', id))) continue;
    const refusal = await prepared.check(readerOf(tx), context.actor);
    if (refusal !== undefined) return refusal;
    await enqueue(tx, { prepared, actor: context.actor, at: context.at });
  }
  return undefined;
}

interface Repetition extends Pick<LocalWrite, 'ifMatch'> {
  readonly rejected: RejectedItem;
  /** Undefined for a mutation that this build does not know. */
  readonly prepared: Prepared | undefined;
}

/** Writes a rejected mutation as a new one. A refusal: nothing was written. */
async function again(
  tx: LocalTx & StreamsPort & RejectedPort,
  { actor, at, want }: ActionContext,
  { rejected, prepared, ...more }: Repetition,
): Promise<Refusal | undefined> {
  if (prepared === undefined) {
    return refuse(
      'schema_too_old',
      /*i18n*/ 'A newer version of Cairn made this change, and only that version can send it.',
    );
  }
  const sent = await inReach(tx, prepared, actor);
  const refusal = await sent.check(readerOf(tx), actor);
  if (refusal !== undefined) {
    const missing = refusal.code === 'not_found' ? await notHere(tx, rejected) : undefined;
    if (missing === undefined) return refusal;
    want?.(missing);
    return NOT_HERE;
  }
  await enqueue(tx, { prepared: sent, actor, at, ...keptOf(rejected.item), ...more });
  return undefined;
}

/** MUT-4.5: the row may exist, so that "does not exist" would be wrong. */
const NOT_HERE = refuse(
  'unavailable',
  /*i18n*/ 'What this change is about is not on this device yet. Try again when it has been downloaded.',
);

function missingEntry(): Refusal {
  return refuse('not_found', /*i18n*/ 'This change is no longer here');
}

/** Thrown to end a transaction with a refusal, so that earlier writes in it are rolled back. */
class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refused) return error.refusal;
  throw error;
}
