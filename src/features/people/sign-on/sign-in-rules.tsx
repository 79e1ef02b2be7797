import { Button, Select, Switch, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import {
  FACTOR_LEVELS,
  MOST_GRACE_DAYS,
  MOST_OFFLINE_DAYS,
} from '../../../../model/protocol/sign-in-rules.ts';
import { useAnswer } from '../../../data/answer.ts';
import { useClient } from '../../../data/client.tsx';
import {
  type FactorLevels,
  type RuleFields,
  saveRules,
  type SignInRules,
  useSignInRules,
} from '../../../data/sign-in-rules.ts';
import { i18n, type Message, message } from '../../../i18n/i18n.ts';
import { Answer } from '../../../ui/forms/answer.tsx';
import { matching } from '../../../ui/forms/rules.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import { useValues } from '../../../ui/forms/use-values.ts';
import { useDialogs } from '../../../ui/overlays/dialogs.tsx';
import { formatMoment } from '../../../ui/text/locale.ts';
import { ReadList } from '../read-list.tsx';
import styles from './single-sign-on.module.css';

/** What the organisation demands of sign-ins: a second factor, and a new sign-in after days offline. For Level 1. */
export function SignInRulesSection() {
  const client = useClient();
  const answer = useAnswer();
  const dialogs = useDialogs();
  const { value, failure, reload } = useSignInRules();
  const save = async (fields: RuleFields) => {
    if (fields.factor_levels > (value?.factor_levels ?? 0)) {
      const sure = await dialogs.confirm({
        title: i18n.t('Demand a second factor?'),
        message: i18n.t(
          'Members without one have {days, plural, =0 {no time} one {one day} other {# days}} to set it up; people who are added later set it up when they sign in. Until then the server gives them nothing of this organisation. Their unsent work stays on their devices and is sent afterwards.',
          { days: fields.factor_grace_days },
        ),
        confirm: i18n.t('Demand it'),
      });
      if (!sure) return;
    }
    if (fields.encrypt_devices && value?.encrypt_devices !== true) {
      const sure = await dialogs.confirm({
        title: i18n.t('Encrypt data on devices?'),
        message: i18n.t(
          'Members choose a passphrase at their next start with a connection, once everything is sent, and download everything again. Files are then not stored on their devices and need a connection.',
        ),
        confirm: i18n.t('Ask for it'),
      });
      if (!sure) return;
    }
    await answer.ask(async () => {
      await saveRules(client, fields);
      return i18n.t('The rules for signing in are saved');
    });
    await reload();
  };
  return (
    <section className={styles['section']} aria-labelledby="sign-in-rules">
      <h2 id="sign-in-rules" className={styles['heading']}>
        {i18n.t('Rules for signing in')}
      </h2>
      <p className={styles['hint']}>
        {i18n.t('They apply to this organisation, on every device and to the tokens of programs.')}
      </p>
      <ReadList
        list={value === undefined ? undefined : [value]}
        failure={failure}
        onReload={() => void reload()}
      >
        {([rules]) =>
          rules === undefined ? null : (
            <>
              <RulesForm
                // The values of the server replace those of the form when they change.
                key={JSON.stringify(rules)}
                rules={rules}
                busy={answer.busy}
                onSave={(fields) => void save(fields)}
              />
              <Answer done={answer.done} error={answer.error} />
            </>
          )
        }
      </ReadList>
    </section>
  );
}

const LEVELS: Readonly<Record<FactorLevels, Message>> = {
  0: message('Nobody'),
  1: message('Level 1'),
  2: message('Levels 1 and 2'),
  3: message('Levels 1 to 3'),
  4: message('Everybody'),
};

const GRACE = message('Enter a number of days from 0 to 30');
const OFFLINE = message('Enter a number of days from 1 to 90');

interface RulesFormProps {
  readonly rules: SignInRules;
  readonly busy: boolean;
  readonly onSave: (fields: RuleFields) => void;
}

function RulesForm({ rules, busy, onSave }: RulesFormProps) {
  const [levels, setLevels] = useState<FactorLevels>(rules.factor_levels);
  const [isLimited, setLimited] = useState(rules.offline_days !== null);
  const [encrypts, setEncrypts] = useState(rules.encrypt_devices);
  const form = useForm({
    store: useValues({
      grace: String(rules.factor_levels === 0 ? 7 : rules.factor_grace_days),
      offline: String(rules.offline_days ?? 14),
    }),
    schema: v.object({
      ...(levels > 0 && { grace: matching(days(0, MOST_GRACE_DAYS), GRACE) }),
      ...(isLimited && { offline: matching(days(1, MOST_OFFLINE_DAYS), OFFLINE) }),
    }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    const { grace, offline } = form.values;
    onSave({
      factor_levels: levels,
      factor_grace_days: levels === 0 ? 0 : Number(grace),
      offline_days: isLimited ? Number(offline) : null,
      encrypt_devices: encrypts,
    });
  };
  const without = rules.without_factor.length;
  return (
    <form className={styles['part']} onSubmit={submit} noValidate>
      <Select
        label={i18n.t('Who needs a second factor')}
        description={i18n.t(
          'An authenticator app or a passkey. Single sign-on counts for members who cannot sign in otherwise.',
        )}
        data={FACTOR_LEVELS.map((one) => ({ value: String(one), label: i18n.t(LEVELS[one]) }))}
        allowDeselect={false}
        disabled={!rules.has_factor && rules.factor_levels === 0}
        value={String(levels)}
        onChange={(chosen) =>
          setLevels(FACTOR_LEVELS.find((one) => String(one) === chosen) ?? levels)
        }
      />
      {rules.has_factor || rules.factor_levels > 0 ? null : (
        <p className={styles['note']}>
          {i18n.t('Set one up for yourself first:')}{' '}
          <Link to="/profilepage">{i18n.t('Profile')}</Link>
        </p>
      )}
      {levels === 0 ? null : (
        <TextInput
          label={i18n.t('Days to set it up')}
          description={
            rules.factor_until === null || levels !== rules.factor_levels
              ? i18n.t('For people who are members now. 0: at once.')
              : i18n.t('For people who were members before: until {time}.', {
                  time: formatMoment(rules.factor_until),
                })
          }
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          {...form.text('grace')}
        />
      )}
      <p className={styles['note']}>
        {without === 0
          ? i18n.t('Every member has a second factor.')
          : i18n.t(
              '{count, plural, one {One member has} other {# members have}} no second factor. The list of users names them while one is demanded.',
              { count: without },
            )}
      </p>
      <Switch
        label={i18n.t('Ask for a new sign-in after days without a connection')}
        description={i18n.t(
          'A device that was offline for longer shows nothing of this organisation until its person has signed in again. Nothing is deleted, and unsent work is sent afterwards.',
        )}
        checked={isLimited}
        onChange={(event) => setLimited(event.currentTarget.checked)}
      />
      {isLimited ? (
        <TextInput
          label={i18n.t('Days without a connection')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          {...form.text('offline')}
        />
      ) : null}
      <Switch
        label={i18n.t('Encrypt data on devices')}
        description={i18n.t(
          'Each member chooses a passphrase for each of their computers and phones, which is asked for when Cairn is opened. It protects what a lost, stolen or copied device stores. It does not protect an unlocked device, or one with malware; an encrypted disk protects more. Files are not stored on such a device. After this is turned off, devices that are encrypted stay so.',
        )}
        checked={encrypts}
        onChange={(event) => setEncrypts(event.currentTarget.checked)}
      />
      <div>
        <Button type="submit" disabled={busy}>
          {busy ? i18n.t('Loading...') : i18n.t('Save')}
        </Button>
      </div>
    </form>
  );
}

function days(least: number, most: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,2}$/),
    v.transform(Number),
    v.minValue(least),
    v.maxValue(most),
  );
}
