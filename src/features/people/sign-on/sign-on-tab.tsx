import { Button } from '@mantine/core';
import { useAnswer } from '../../../data/answer.ts';
import { useClient } from '../../../data/client.tsx';
import type { Roles } from '../../../data/people.ts';
import {
  addDomain,
  verifyDomain,
  type ProviderFields,
  removeDomain,
  removeProvider,
  saveProvider,
  useSingleSignOn,
} from '../../../data/single-sign-on.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { Answer } from '../../../ui/forms/answer.tsx';
import { useDialogs } from '../../../ui/overlays/dialogs.tsx';
import { ReadList } from '../read-list.tsx';
import { Domains } from './domains.tsx';
import { ProviderForm } from './provider-form.tsx';
import { SignInRulesSection } from './sign-in-rules.tsx';
import styles from './single-sign-on.module.css';

/** How members sign in, for Level 1: from the server alone, no device stores it. */
export function SignOnTab({ lists }: { readonly lists: Roles }) {
  return (
    <>
      <SignInRulesSection />
      <SingleSignOn lists={lists} />
    </>
  );
}

/** Single sign-on of the organisation. */
function SingleSignOn({ lists }: { readonly lists: Roles }) {
  const client = useClient();
  const answer = useAnswer();
  const dialogs = useDialogs();
  const { value, failure, reload } = useSingleSignOn();
  /** Reads the settings again also after a failure: a lost response may hide a change that was made. */
  const run = async (call: () => Promise<void>, done: string) => {
    const isDone = await answer.ask(async () => {
      await call();
      return done;
    });
    await reload();
    return isDone;
  };
  const save = async (fields: ProviderFields) => {
    if (fields.required && value?.provider?.required !== true) {
      const sure = await dialogs.confirm({
        title: i18n.t('Require single sign-on?'),
        message: i18n.t(
          'Members with an address in a verified domain are signed out within a quarter of an hour, and sign in by the identity provider from then on. Their unsent work stays on their devices. Level 1 can always sign in with a password.',
        ),
        confirm: i18n.t('Require it'),
      });
      if (!sure) return;
    }
    await run(() => saveProvider(client, fields), i18n.t('Single sign-on is saved'));
  };
  const remove = async () => {
    const sure = await dialogs.confirm({
      title: i18n.t('Remove the identity provider?'),
      message: i18n.t(
        'People sign in with their passwords then. Those without one can choose one by “Forgot password?”.',
      ),
      confirm: i18n.t('Remove'),
      danger: true,
    });
    if (sure) await run(() => removeProvider(client), i18n.t('Single sign-on is removed'));
  };
  const drop = async (domain: string) => {
    const sure = await dialogs.confirm({
      title: i18n.t('Remove {name}?', { name: domain }),
      message: i18n.t('People with an address in this domain cannot use single sign-on then.'),
      confirm: i18n.t('Remove'),
      danger: true,
    });
    if (sure) await run(() => removeDomain(client, domain), i18n.t('The domain is removed'));
  };
  return (
    <section className={styles['section']} aria-labelledby="single-sign-on">
      <h2 id="single-sign-on" className={styles['heading']}>
        {i18n.t('Single sign-on')}
      </h2>
      <p className={styles['hint']}>
        {i18n.t(
          'Members sign in at your identity provider by OpenID Connect, for addresses in domains that you have verified.',
        )}
      </p>
      <ReadList
        list={value === undefined ? undefined : [value]}
        failure={failure}
        onReload={() => void reload()}
      >
        {([settings]) =>
          settings === undefined ? null : (
            <>
              <Domains
                domains={settings.domains}
                busy={answer.busy}
                onAdd={(domain) => run(() => addDomain(client, domain), '')}
                onVerify={(domain) =>
                  void run(() => verifyDomain(client, domain), i18n.t('The domain is verified'))
                }
                onRemove={(domain) => void drop(domain)}
              />
              <ProviderForm
                // The values of the server replace those of the form when they change.
                key={JSON.stringify(settings.provider)}
                settings={settings}
                lists={lists}
                busy={answer.busy}
                onSave={(fields) => void save(fields)}
              />
              <Answer done={answer.done === '' ? undefined : answer.done} error={answer.error} />
              {settings.provider === null ? null : (
                <Button variant="subtle" color="red" onClick={() => void remove()}>
                  {i18n.t('Remove the identity provider')}
                </Button>
              )}
            </>
          )
        }
      </ReadList>
    </section>
  );
}
