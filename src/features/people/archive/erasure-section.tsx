import { Button } from '@mantine/core';
import type { OrgUser } from '../../../../model/entities/org-user.ts';
import { isErasedPerson } from '../../../../model/shared/erased-person.ts';
import { useAnswer } from '../../../data/answer.ts';
import { useClient } from '../../../data/client.tsx';
import {
  keepPerson,
  type PersonErasure,
  planErasure,
  useErasures,
} from '../../../data/erasures.ts';
import { useMe } from '../../../data/people.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { Answer } from '../../../ui/forms/answer.tsx';
import { PersonAvatar } from '../../../ui/marks/person-avatar.tsx';
import { formatMoment } from '../../../ui/text/locale.ts';
import { ReadList } from '../read-list.tsx';
import styles from './archive-tab.module.css';
import { EraseForm } from './erase-form.tsx';

interface ErasureSectionProps {
  readonly people: readonly OrgUser[];
}

/** Erasure of people: who asks for it, who is to be erased and when, and a form for a deactivated person. Level 1. */
export function ErasureSection({ people }: ErasureSectionProps) {
  const client = useClient();
  const answer = useAnswer();
  const me = useMe();
  const { list, failure, reload } = useErasures();
  /** Reads the list again also after a failure: a lost response may hide a change that was made. */
  const run = async (call: () => Promise<string>) => {
    const isDone = await answer.ask(call);
    await reload();
    return isDone;
  };
  const keep = ({ organization_user: id }: PersonErasure) =>
    run(async () => {
      await keepPerson(client, id);
      return i18n.t('The person is kept');
    });
  const planned = (id: string) => list?.some((one) => one.organization_user === id && one.erase_at);
  const deactivated = people.filter(
    (person) => !person.active && !isErasedPerson(person) && planned(person.id) !== true,
  );
  return (
    <section className={styles['section']} aria-labelledby="erasure">
      <h2 id="erasure" className={styles['heading']}>
        {i18n.t('Erasure of people')}
      </h2>
      <p className={styles['text']}>
        {i18n.t(
          'A deactivated person is erased 30 days after you decide it: their name, address, picture, notes, todos and notifications, and their account if they belong to no other organisation. Their tasks, comments, messages and sign-offs stay, under “Deleted person” with their number. Names that people wrote into texts stay too, and so do signatures and the security log.',
        )}
      </p>
      <ReadList list={list} failure={failure} onReload={() => void reload()}>
        {(rows) => (
          <>
            {rows.length === 0 ? null : (
              <ul className={styles['list']} aria-label={i18n.t('Requests and planned erasures')}>
                {rows.map((row) => (
                  <Row
                    key={row.organization_user}
                    row={row}
                    person={people.find(({ id }) => id === row.organization_user)}
                    disabled={answer.busy}
                    onKeep={() => void keep(row)}
                  />
                ))}
              </ul>
            )}
            <EraseForm
              people={deactivated}
              email={me?.email ?? ''}
              disabled={answer.busy}
              onErase={(id, password) =>
                run(async () => {
                  await planErasure(client, id, password);
                  return i18n.t('The erasure is planned');
                })
              }
            />
          </>
        )}
      </ReadList>
      <Answer done={answer.done} error={answer.error} />
    </section>
  );
}

interface RowProps {
  readonly row: PersonErasure;
  readonly person: OrgUser | undefined;
  readonly disabled: boolean;
  readonly onKeep: () => void;
}

function Row({ row: { erase_at: eraseAt }, person, disabled, onKeep }: RowProps) {
  const name = person?.display_name ?? '';
  return (
    <li className={styles['row']}>
      <PersonAvatar name={name} size={28} tooltip={false} />
      <span className={styles['who']}>
        <span className={styles['name']}>{name}</span>
        <span className={styles['state']}>
          {eraseAt === null
            ? person?.active === true
              ? i18n.t('Asks to be erased: deactivate them first')
              : i18n.t('Asks to be erased')
            : person?.active === true
              ? i18n.t('Active again: will not be erased')
              : i18n.t('Will be erased on {date}', { date: formatMoment(eraseAt) })}
        </span>
      </span>
      <Button variant="default" size="xs" disabled={disabled} onClick={onKeep}>
        {eraseAt === null ? i18n.t('Dismiss') : i18n.t('Keep this person')}
      </Button>
    </li>
  );
}
