import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { mayEraseOrganization } from '../../../model/permissions/organization-erasure.ts';
import { useActor } from '../../data/client.tsx';
import { useOrganization } from '../../data/organization.ts';
import { i18n } from '../../i18n/i18n.ts';
import { formatMoment } from '../../ui/text/locale.ts';
import { Banner } from './banner.tsx';

/** The organisation is to be erased: for every member, until then. */
export function ErasureBanner() {
  const actor = useActor();
  const organization = useOrganization();
  if (typeof organization?.erase_at !== 'string') return null;
  const mayCancel = actor !== undefined && mayEraseOrganization(actor) === undefined;
  const values = { organization: organization.name, date: formatMoment(organization.erase_at) };
  return (
    <Banner
      action={
        mayCancel ? (
          <Button
            size="xs"
            renderRoot={(props) => (
              <Link {...props} to="/organization-info" search={{ tab: 'archive' }} />
            )}
          >
            {i18n.t('Cancel or export…')}
          </Button>
        ) : null
      }
    >
      {mayCancel
        ? i18n.t('{organization} will be erased for everybody on {date}.', values)
        : i18n.t(
            '{organization} will be erased for everybody on {date}. Every Level 1 can cancel it until then. Download what you need on your profile.',
            values,
          )}
    </Banner>
  );
}
