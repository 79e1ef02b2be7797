import { i18n, type Message, message } from '../../i18n/i18n.ts';
import { instantInSentence } from '../text/date-format.ts';
import { formatNumber } from '../text/locale.ts';
import { Description } from './description-list.tsx';

/** Why something on this device was not compared with the server, or still differs. */
const REASONS = {
  unsent: message('Not compared: data with changes that are not sent yet.'),
  arriving: message('Not compared: data that is still being downloaded.'),
  behind: message('Not compared: changes are still on the way to this device.'),
  unreachable: message('Not compared now: the server cannot be reached.'),
  build: message('Not compared: the server has another version of Cairn. Reload the page.'),
  metered: message('Not compared: this connection is metered or saves data.'),
  later: message('The rest is compared next.'),
  differs: message('Some data differs from the server and could not be replaced.'),
} as const satisfies Readonly<Record<string, Message>>;

interface ComparisonProps {
  /** Null before the first comparison, undefined while it is read. */
  readonly compared:
    | {
        /** Number of identical rows. */
        readonly items: number;
        /** Milliseconds; undefined before everything was identical for the first time. */
        readonly identicalAt: number | undefined;
        readonly reasons: readonly (keyof typeof REASONS)[];
        /** Number of projects without comments, sub-tasks and files here. */
        readonly outlines: number;
        /** Number of projects without tasks here, too. */
        readonly summaries: number;
        /** Number of rows that were ever replaced, added or removed. */
        readonly repairedRows: number;
      }
    | null
    | undefined;
}

/** Whether what is on this device is what the server has, and what was repaired. */
export function ComparisonDescription({ compared }: ComparisonProps) {
  return (
    <Description name={i18n.t('Compared with the server')}>
      {compared === undefined ? '…' : null}
      {compared === null ? i18n.t('not yet') : null}
      {compared ? linesOf(compared).map((line) => <div key={line}>{line}</div>) : null}
    </Description>
  );
}

function linesOf({
  items,
  identicalAt,
  reasons,
  outlines,
  summaries,
  repairedRows,
}: NonNullable<ComparisonProps['compared']>): readonly string[] {
  return [
    identicalAt === undefined
      ? i18n.t(
          '{count, plural, one {Identical to the server so far: # item} other {Identical to the server so far: {items} items}}',
          {
            count: items,
            items: formatNumber(items),
          },
        )
      : i18n.t(
          '{count, plural, one {Identical to the server: # item, {time}} other {Identical to the server: {items} items, {time}}}',
          {
            count: items,
            items: formatNumber(items),
            time: timeOf(identicalAt),
          },
        ),
    ...reasons.map((reason) => i18n.t(REASONS[reason])),
    ...(outlines > 0
      ? [
          i18n.t(
            '{outlines, plural, one {Comments, sub-tasks and files of # project are not here and not compared.} other {Comments, sub-tasks and files of # projects are not here and not compared.}}',
            { outlines },
          ),
        ]
      : []),
    ...(summaries > 0
      ? [
          i18n.t(
            '{summaries, plural, one {Tasks, comments, sub-tasks and files of # project are not here and not compared.} other {Tasks, comments, sub-tasks and files of # projects are not here and not compared.}}',
            { summaries },
          ),
        ]
      : []),
    ...(repairedRows > 0
      ? [
          i18n.t(
            '{count, plural, one {# item differed and was replaced by the server’s} other {{items} items differed and were replaced by the server’s}}',
            { count: repairedRows, items: formatNumber(repairedRows) },
          ),
        ]
      : []),
  ];
}

function timeOf(at: number): string {
  const now = Date.now();
  return instantInSentence(new Date(at).toISOString(), now);
}
