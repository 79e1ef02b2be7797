import type { Task } from '../../../model/entities/task.ts';
import type { ActivityEntry } from '../../data/activity.ts';
import { useArchivedCards, useBoardCards } from '../../data/cards.ts';
import { useFlags } from '../../data/flags.ts';
import { useLabels } from '../../data/labels.ts';
import { usePeople } from '../../data/people.ts';
import { shownName } from '../../data/person-name.ts';
import { i18n } from '../../i18n/i18n.ts';
import { Trans } from '../../i18n/rich.tsx';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import { claimOf } from '../../ui/text/claimed-time.ts';
import { formatInstant, instantInSentence } from '../../ui/text/date-format.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { formatMoment } from '../../ui/text/locale.ts';
import { changeMessage, type NameOf } from './activity-text.ts';
import classes from './task-stream.module.css';

interface Props {
  readonly entry: ActivityEntry;
  readonly nameOf: NameOf;
}

/** One write to the task, with old and new values. */
export function HistoryEntry({ entry, nameOf }: Props) {
  const now = useNow(60_000);
  const changes = changeMessage(entry, nameOf);
  const claim = claimOf(entry);
  const who = shownName(entry.by.display_name) || i18n.t('Somebody');
  return (
    <li className={classes.entry}>
      <span className={classes.face}>
        <PersonAvatar name={who} size={18} tooltip={false} />
      </span>
      <div className={classes.entryBody}>
        <p className={classes.line}>
          <Who action={entry.action} who={who} />{' '}
          <span className={classes.muted}>
            <time dateTime={entry.at} title={formatMoment(entry.at)}>
              {formatInstant(entry.at, now)}
            </time>
            {claim !== undefined &&
              i18n.t(", done {when} by the device's clock", {
                when: instantInSentence(claim, now),
              })}
          </span>
        </p>
        {changes.map(({ field, before, after }) => (
          <p key={field} className={classes.change}>
            <span className={classes.muted}>{field}</span> <del>{before}</del>
            <span aria-hidden> → </span>
            <ins>{after}</ins>
          </p>
        ))}
      </div>
    </li>
  );
}

/** Who did what. */
function Who({ action, who }: Pick<ActivityEntry, 'action'> & { readonly who: string }) {
  const values = { who };
  const components = [<strong key="0" />];
  switch (action) {
    case 'created':
      return <Trans id="<0>{who}</0> created the task" values={values} components={components} />;
    case 'removed':
      return <Trans id="<0>{who}</0> removed the task" values={values} components={components} />;
    default:
      return <Trans id="<0>{who}</0> changed" values={values} components={components} />;
  }
}

/** True when the entry has something to read; a change of the rank alone has not. */
export function isShown(entry: ActivityEntry, nameOf: NameOf): boolean {
  return entry.action !== 'changed' || changeMessage(entry, nameOf).length > 0;
}

/** Names of what the history of a project's tasks refers to. */
export function useHistoryNames({ project }: Task): NameOf {
  const people = usePeople();
  const flags = useFlags();
  const cards = useBoardCards(project);
  const archived = useArchivedCards(project);
  const labels = useLabels(project);
  return (kind, id) => {
    switch (kind) {
      case 'people':
        return people?.find((one) => one.id === id)?.display_name;
      case 'flags':
        return flags?.find((one) => one.id === id)?.name;
      case 'cards':
        return (
          cards?.find((one) => one.id === id) ?? archived?.find(({ card }) => card.id === id)?.card
        )?.name;
      case 'labels':
        return labels?.find((one) => one.id === id)?.name;
      default:
        return undefined;
    }
  };
}
