import type { OrganizationToken } from '../../../data/organization-tokens.ts';
import { usePersonName } from '../../../data/people.ts';
import { useProjects } from '../../../data/projects.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { TokenButtons } from '../../../ui/forms/token-form.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { formatMoment } from '../../../ui/text/locale.ts';
import styles from './programs.module.css';

interface OrganizationTokenRowProps {
  readonly token: OrganizationToken;
  readonly disabled: boolean;
  readonly onRotate: () => void;
  readonly onEnd: () => void;
}

/** A token: program, access, projects, end, last use, and the buttons that replace its secret and end it. */
export function OrganizationTokenRow({
  token,
  disabled,
  onRotate,
  onEnd,
}: OrganizationTokenRowProps) {
  const nameOf = usePersonName();
  const { name, access, projects, expires_at, used_at, created_at, created_by } = token;
  const { former_until } = token;
  const hasExpired = expires_at <= useNow(60_000);
  const time = formatMoment(expires_at);
  return (
    <li className={styles['item']}>
      <div className={styles['row']}>
        <div className={styles['where']}>
          <p className={styles['name']}>{name}</p>
          <p className={styles['meta']}>
            <span className={styles['state']} data-tone={hasExpired ? 'bad' : 'good'}>
              {hasExpired
                ? i18n.t('Expired {time}', { time })
                : i18n.t('Valid until {time}', { time })}
            </span>
            {' · '}
            {access === 'read' ? i18n.t('Reads') : i18n.t('Reads and writes')}
            {' · '}
            {projects === null ? i18n.t('Every project') : <Projects ids={projects} />}
          </p>
          <p className={styles['meta']}>
            {used_at === null
              ? i18n.t('Not used yet')
              : i18n.t('Last used {time}', { time: formatMoment(used_at) })}
            {' · '}
            {i18n.t('Created by {name}, {time}', {
              name: nameOf(String(created_by)),
              time: formatMoment(created_at),
            })}
          </p>
          {former_until === null ? null : (
            <p className={styles['meta']}>
              {i18n.t('The former secret works until {time}', { time: formatMoment(former_until) })}
            </p>
          )}
        </div>
        <div className={styles['actions']}>
          <TokenButtons
            name={name}
            disabled={disabled}
            onRotate={hasExpired ? undefined : onRotate}
            onEnd={onEnd}
          />
        </div>
      </div>
    </li>
  );
}

function Projects({ ids }: { readonly ids: readonly string[] }) {
  const projects = useProjects();
  if (ids.length === 0) return i18n.t('No project');
  const names = ids.map((id) => projects?.find((one) => one.id === id)?.name ?? '…');
  return names.toSorted((left, right) => left.localeCompare(right)).join(', ');
}
