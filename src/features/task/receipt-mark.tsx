import { usePersonName } from '../../data/people.ts';
import { type Receipt, receiptsOfRow, useReceipts } from '../../data/receipts.ts';
import { i18n } from '../../i18n/i18n.ts';
import {
  type ReceiptPerson,
  ReceiptMark as Mark,
  receiptText,
} from '../../ui/marks/receipt-mark.tsx';

interface Props {
  /** Version of the row. */
  readonly v: number;
  /** True for comments, subtasks and files. */
  readonly isDetail: boolean;
  /** The row, in the accessible name of the list of people. */
  readonly what: string;
  /** The state is written beside the icon. */
  readonly hasLabel?: boolean;
}

/** How far a row of the viewer's own has come: at the server, on devices of others, seen by them (RECEIPT-2). */
export function ReceiptMark({ v, isDetail, what, hasLabel = false }: Props) {
  const receipts = useReceipts();
  const nameOf = usePersonName();
  const { seen, reached, missing } = receiptsOfRow(receipts ?? [], { v, isDetail });
  const people = (of: readonly Receipt[]) => of.map((one) => personOf(one, nameOf));
  const groups = [
    // The device of somebody who has seen it is of no interest any more.
    { state: 'seen', people: people(seen).map(({ id, name }) => ({ id, name })) },
    { state: 'device', people: people(reached) },
    { state: 'server', people: people(missing) },
  ] as const;
  const [furthest] = groups.filter((group) => group.people.length > 0);
  const state = furthest?.state ?? 'server';
  return (
    <Mark
      state={state}
      text={receiptText(state, furthest?.people.map(({ name }) => name) ?? [])}
      title={i18n.t('Who has received {what}', { what })}
      groups={groups}
      notes={notesOf(receipts)}
      hasLabel={hasLabel}
    />
  );
}

function notesOf(receipts: readonly Receipt[] | undefined): readonly string[] {
  if (receipts === undefined) {
    return [i18n.t('At the server. Whose devices have it is shown with a network.')];
  }
  return receipts.length === 0 ? [i18n.t('Nobody else can read this.')] : [];
}

function personOf(
  { organization_user: id, reported_at: at }: Receipt,
  nameOf: (id: string) => string,
): ReceiptPerson {
  return { id, name: nameOf(id), syncedAt: at ?? undefined };
}
