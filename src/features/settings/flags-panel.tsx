import { ActionIcon, Button } from '@mantine/core';
import { IconArchive, IconArrowDown, IconArrowUp, IconPencil } from '@tabler/icons-react';
import { useState, useRef } from 'react';
import type { Flag } from '../../../model/entities/flag.ts';
import { LAST_PLACE } from '../../../model/mutations/flag/flag-create.ts';
import { mayCreateFlag, mayEditFlag } from '../../../model/permissions/flag.ts';
import { useIsAdministrative } from '../../data/administrative.ts';
import { useAllowed } from '../../data/client.tsx';
import { useDraft } from '../../data/drafts.ts';
import { useHasDraft } from '../../data/stored-drafts.ts';
import { useAddFlag, useEditFlag, useFlags } from '../../data/flags.ts';
import { usePendingMark } from '../../data/sync-status.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useEscape } from '../../ui/focus/use-escape.tsx';
import { SavingFields } from '../../ui/forms/saving-fields.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { FlagMark } from '../../ui/marks/flag-mark.tsx';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { RowMark } from '../../ui/marks/row-mark.tsx';
import { Panel } from '../../ui/overlays/panel.tsx';
import { FLAG_RULES, FlagForm, type FlagTexts } from './flag-form.tsx';
import styles from './flags.module.css';

const NEW_FLAG: FlagTexts = { name: '', colour_code: '#1864ab' };

/**
 * Priorities of the organisation (board spec, 3), most urgent first. A priority that is no longer offered
 * stays on its tasks.
 */
export function FlagsPanel({ onClose }: { readonly onClose: () => void }) {
  const flags = useFlags();
  const mayManage = useIsAdministrative();
  const offered = flags?.filter(({ status }) => status) ?? [];
  const retired = flags?.filter(({ status }) => !status) ?? [];
  return (
    <Panel title={i18n.t('Priorities')} width={400} onClose={onClose}>
      <p className={styles['hint']}>
        {i18n.t('Every project of the organisation offers these, the most urgent first.')}
      </p>
      <ul className={styles['list']} aria-label={i18n.t('Priorities')}>
        {offered.map((flag) => (
          <FlagItem key={flag.id} flag={flag} offered={offered} mayManage={mayManage} />
        ))}
      </ul>
      {mayManage ? <AddFlag order={nextOrder(flags ?? [])} /> : null}
      {retired.length === 0 ? null : (
        <details className={styles['retired']}>
          <summary>{i18n.t('No longer offered ({count})', { count: retired.length })}</summary>
          <ul className={styles['list']}>
            {retired.map((flag) => (
              <RetiredFlag key={flag.id} flag={flag} mayManage={mayManage} />
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}

function AddFlag({ order }: { readonly order: number }) {
  const draft = useDraft('add-flag', NEW_FLAG);
  const form = useForm<FlagTexts>({ store: draft, schema: FLAG_RULES });
  const add = useAddFlag();
  const allowed = useAllowed();
  const submit = async () => {
    const { name, colour_code } = form.values;
    if (!(await allowed(mayCreateFlag))) return;
    void draft.send(async () => await add({ name: name.trim(), colour_code, order }));
    form.clear();
  };
  return (
    <FlagForm
      label={i18n.t('New priority')}
      form={form}
      submit={i18n.t('Add priority')}
      onSubmit={() => void submit()}
    />
  );
}

interface FlagItemProps {
  readonly flag: Flag;
  readonly offered: readonly Flag[];
  readonly mayManage: boolean;
}

function FlagItem({ flag, offered, mayManage }: FlagItemProps) {
  const allowed = useAllowed();
  const edit = useEditFlag();
  const mark = usePendingMark('flags', flag.id);
  const hasDraft = useHasDraft(editKey(flag.id));
  const [editing, setEditing] = useState(mayManage && hasDraft);
  const place = offered.indexOf(flag);
  const moveTo = async (to: number) => {
    if (!(await allowed(mayEditFlag))) return;
    // All orders are written again, because two devices may have assigned the same one.
    const moved = offered.toSpliced(place, 1).toSpliced(to, 0, flag);
    for (const [order, { id, order: before }] of moved.entries()) {
      if (order !== before) await edit(id, { order });
    }
  };
  const retire = async () => {
    if (!(await allowed(mayEditFlag))) return;
    const undo = () => edit(flag.id, { status: true });
    await edit(flag.id, { status: false }, { subject: flag.name, undo });
  };
  if (editing) return <FlagEdit flag={flag} onDone={() => setEditing(false)} />;
  return (
    <li className={styles['item']}>
      <FlagMark name={flag.name} colour={flag.colour_code} />
      <span className={styles['name']}>{flag.name}</span>
      <RowMark mark={mark} />
      {mayManage ? (
        <div className={styles['actions']}>
          <ActionIcon
            aria-label={i18n.t('Move {name} up', { name: flag.name })}
            disabled={place === 0}
            onClick={() => void moveTo(place - 1)}
          >
            <IconArrowUp {...SMALL_ICON} />
          </ActionIcon>
          <ActionIcon
            aria-label={i18n.t('Move {name} down', { name: flag.name })}
            disabled={place === offered.length - 1}
            onClick={() => void moveTo(place + 1)}
          >
            <IconArrowDown {...SMALL_ICON} />
          </ActionIcon>
          <ActionIcon
            aria-label={i18n.t('Edit {name}', { name: flag.name })}
            onClick={async () => {
              if (await allowed(mayEditFlag)) setEditing(true);
            }}
          >
            <IconPencil {...SMALL_ICON} />
          </ActionIcon>
          <ActionIcon
            aria-label={i18n.t('Stop offering {name}', { name: flag.name })}
            data-tip={i18n.t('Retire; existing tasks keep it')}
            // A task needs a priority.
            disabled={offered.length === 1}
            onClick={() => void retire()}
          >
            <IconArchive {...SMALL_ICON} />
          </ActionIcon>
        </div>
      ) : null}
    </li>
  );
}

function FlagEdit({ flag, onDone }: { readonly flag: Flag; readonly onDone: () => void }) {
  const edit = useEditFlag();
  const draft = useDraft<FlagTexts>(editKey(flag.id), {
    name: flag.name,
    colour_code: flag.colour_code,
  });
  // Fields without an edit follow the row: another administrator may have changed it meanwhile.
  const now = { name: flag.name, colour_code: flag.colour_code, ...draft.changes };
  const form = useForm<FlagTexts>({ store: { ...draft, values: now }, schema: FLAG_RULES });
  const leave = () => {
    form.clear();
    onDone();
  };
  const place = useRef<HTMLLIElement>(null);
  useEscape(leave, { active: !draft.isDirty, form: place });
  const [save, isBusy] = useOnce(async () => {
    const name = form.values.name.trim();
    const { colour_code } = form.values;
    const changed = {
      ...(name !== flag.name && { name }),
      ...(colour_code !== flag.colour_code && { colour_code }),
    };
    if (Object.keys(changed).length === 0 || (await edit(flag.id, changed))) leave();
  });
  return (
    <li ref={place} className={styles['edited']}>
      <SavingFields isSaving={isBusy}>
        <FlagForm
          label={i18n.t('Name of {name}', { name: flag.name })}
          form={form}
          submit={i18n.t('Save')}
          onSubmit={save}
          onCancel={leave}
        />
      </SavingFields>
    </li>
  );
}

/** Draft key of an edited priority. */
function editKey(id: string): string {
  return `flag-${id}`;
}

function RetiredFlag(props: { readonly flag: Flag; readonly mayManage: boolean }) {
  const { flag, mayManage } = props;
  const allowed = useAllowed();
  const edit = useEditFlag();
  const offer = async () => {
    if (await allowed(mayEditFlag)) await edit(flag.id, { status: true });
  };
  return (
    <li className={styles['item']}>
      <FlagMark name={flag.name} colour={flag.colour_code} />
      <span className={styles['name']}>{flag.name}</span>
      {mayManage ? (
        <Button size="compact-sm" variant="default" onClick={() => void offer()}>
          {i18n.t('Offer again')}
        </Button>
      ) : null}
    </li>
  );
}

/** Order after the last one; priorities without an order count as last. */
function nextOrder(flags: readonly Flag[]): number {
  const next = flags.reduce((highest, { order }) => Math.max(highest, order + 1), 0);
  return Math.min(next, LAST_PLACE);
}
