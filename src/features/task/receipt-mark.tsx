import { usePersonName } from '../../data/people.ts';
import { type Receipt, receiptsOfRow, useReceipts } from '../../data/receipts.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { instantInSentence } from '../../ui/text/date-format.ts';
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
  /** True for files, whose bytes come to devices apart from the row. */
  readonly isFile: boolean;
  /** The row, in the accessible name of the list of people. */
  readonly what: string;
  /** The state is written beside the icon. */
  readonly hasLabel?: boolean;
}

/** Age from which the time of the receipts is shown, in milliseconds. */
const FRESH = 60_000;

/** How far a row of the viewer's own has come: at the server, on devices of others, seen by them (RECEIPT-2). */
export function ReceiptMark({ v, isDetail, isFile, what, hasLabel = false }: Props) {
  const { receipts, settings } = useReceipts();
  const nameOf = usePersonName();
  const isSharing = settings?.seen !== false;
  const { seen, reached, missing } = receiptsOfRow(receipts?.list ?? [], { v, isDetail });
  const people = (of: readonly Receipt[]) => of.map((one) => personOf(one, nameOf));
  const now = useNow(60_000);
  const asOf =
    receipts !== undefined && now - receipts.at > FRESH ? [asOfText(receipts.at, now)] : [];
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
      notes={[
        ...notesOf(receipts?.list, isSharing),
        ...asOf,
        ...(isFile ? [i18n.t('The entry of the file; its bytes come to devices separately.')] : []),
      ]}
      hasLabel={hasLabel}
    />
  );
}

function notesOf(receipts: readonly Receipt[] | undefined, isSharing: boolean): readonly string[] {
  if (receipts === undefined) {
    return [i18n.t('At the server. Whose devices have it is shown with a network.')];
  }
  if (receipts.length === 0) return [i18n.t('Nobody else can read this.')];
  return isSharing
    ? []
    : [i18n.t('Others do not see what you have read, so you do not see what they have read.')];
}

function asOfText(at: number, now: number): string {
  const iso = new Date(at).toISOString();
  const time = instantInSentence(iso, now);
  return i18n.t('As of {time}', { time });
}

function personOf(
  { organization_user: id, reported_at: at }: Receipt,
  nameOf: (id: string) => string,
): ReceiptPerson {
  return { id, name: nameOf(id), syncedAt: at ?? undefined };
}
