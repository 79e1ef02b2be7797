import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSignUpMode } from '../../data/sign-up-mode.ts';
import { i18n } from '../../i18n/i18n.ts';

/** Ways on from the sign-in page for people without an account. */
export function SignInFoot() {
  const mode = useSignUpMode();
  return (
    <>
      {mode === undefined || mode === 'open' ? (
        <>
          {i18n.t('No account yet?')}{' '}
          <Anchor component={Link} underline="always" to="/signup">
            {i18n.t('Sign up')}
          </Anchor>
        </>
      ) : (
        i18n.t('No account yet? Ask a member to invite you.')
      )}
      <br />
      <Anchor component={Link} underline="always" to="/price-page">
        {i18n.t('What it costs')}
      </Anchor>
      {' · '}
      <Anchor component={Link} underline="always" to="/open-snapshot">
        {i18n.t('Open a snapshot')}
      </Anchor>
      {' · '}
      <Anchor component={Link} underline="always" to="/check-report">
        {i18n.t('Check a report')}
      </Anchor>
    </>
  );
}
