import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import type { SingleSignOn } from '../../../data/single-sign-on.ts';
import { i18n, message } from '../../../i18n/i18n.ts';
import { required } from '../../../ui/forms/rules.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import { useValues } from '../../../ui/forms/use-values.ts';
import { CopyField } from '../../../ui/forms/copy-field.tsx';
import styles from './single-sign-on.module.css';

const RULES = v.object({ domain: required(message('Domain')) });

interface DomainsProps {
  readonly domains: SingleSignOn['domains'];
  readonly busy: boolean;
  /** Resolves to false when the domain was not added. */
  readonly onAdd: (domain: string) => Promise<boolean>;
  readonly onVerify: (domain: string) => void;
  readonly onRemove: (domain: string) => void;
}

/** Domains of the organisation, with the TXT record that verifies each. */
export function Domains({ domains, busy, onAdd, onVerify, onRemove }: DomainsProps) {
  const form = useForm({ store: useValues({ domain: '' }), schema: RULES });
  const [open, setOpen] = useState<string>();
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    const domain = form.values.domain.trim();
    if (!(await onAdd(domain))) return;
    form.clear();
    setOpen(domain.toLowerCase());
  };
  return (
    <div className={styles['part']}>
      <h3 className={styles['title']}>{i18n.t('Domains')}</h3>
      {domains.length === 0 ? null : (
        <ul className={styles['list']} aria-label={i18n.t('Domains')}>
          {domains.map(({ domain, record, verified_at }) => (
            <li key={domain} className={styles['item']}>
              <div className={styles['row']}>
                <span className={styles['name']}>{domain}</span>
                <span className={styles['state']} data-verified={verified_at !== null}>
                  {verified_at === null ? i18n.t('Not verified yet') : i18n.t('Verified')}
                </span>
                {verified_at === null ? (
                  <Button
                    size="xs"
                    variant="default"
                    aria-expanded={open === domain}
                    onClick={() => setOpen(open === domain ? undefined : domain)}
                  >
                    {i18n.t('Show the record')}
                  </Button>
                ) : null}
                <Button
                  size="xs"
                  variant="subtle"
                  color="red"
                  disabled={busy}
                  aria-label={i18n.t('Remove {name}', { name: domain })}
                  onClick={() => onRemove(domain)}
                >
                  {i18n.t('Remove')}
                </Button>
              </div>
              {verified_at === null && open === domain ? (
                <div className={styles['record']}>
                  <p className={styles['note']}>
                    {i18n.t('Add this TXT record to the DNS of your domain, then check it here.')}
                  </p>
                  <CopyField label={i18n.t('Name')} value={record.name} />
                  <CopyField label={i18n.t('Value')} value={record.value} />
                  <div>
                    <Button size="xs" disabled={busy} onClick={() => onVerify(domain)}>
                      {i18n.t('Check the record')}
                    </Button>
                  </div>
                </div>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <form className={styles['add']} onSubmit={(event) => void add(event)} noValidate>
        <TextInput
          label={i18n.t('Domain')}
          placeholder={i18n.t('example.org')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          required
          withAsterisk={false}
          maxLength={253}
          {...form.text('domain')}
        />
        <Button type="submit" variant="default" disabled={busy}>
          {i18n.t('Add the domain')}
        </Button>
      </form>
    </div>
  );
}
