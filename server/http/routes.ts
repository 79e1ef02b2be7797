import { ACCOUNT_ROUTES } from './account-routes.ts';
import { ARCHIVE_ROUTES } from './archive-routes.ts';
import { AUTH_ROUTES } from './auth-routes.ts';
import { CALENDAR_ROUTES } from './calendar-routes.ts';
import { CHAT_ROUTES } from './chat-routes.ts';
import { INVITATION_ROUTES } from './invitation-routes.ts';
import { FACTOR_ROUTES } from './factor-routes.ts';
import { PROOF_ROUTES } from './proof-routes.ts';
import { ERASURE_ROUTES } from './erasure-routes.ts';
import { ORGANIZATION_ERASURE_ROUTES } from './organization-erasure-routes.ts';
import { MAIL_ROUTES } from './mail-routes.ts';
import type { Route } from './pipeline.ts';
import { PUSH_ROUTES } from './push-routes.ts';
import { SIGN_IN_RULE_ROUTES } from './sign-in-rule-routes.ts';
import { SSO_ROUTES } from './sso-routes.ts';
import { REPORT_ROUTES } from './report-routes.ts';
import { DEVICE_ROUTES } from './device-routes.ts';
import { ORGANIZATION_TOKEN_ROUTES } from './organization-token-routes.ts';
import { TOKEN_ROUTES } from './token-routes.ts';
import { WEBHOOK_ROUTES } from './webhook-routes.ts';
import { RESOURCES } from './resources/registry.ts';

/** Every call of the specification except the mutations, which register themselves (mutation-routes.ts). */
export const RESOURCE_ROUTES: readonly Route[] = [
  ...AUTH_ROUTES,
  ...INVITATION_ROUTES,
  ...ACCOUNT_ROUTES,
  ...CHAT_ROUTES,
  ...PUSH_ROUTES,
  ...FACTOR_ROUTES,
  ...PROOF_ROUTES,
  ...SSO_ROUTES,
  ...SIGN_IN_RULE_ROUTES,
  ...TOKEN_ROUTES,
  ...ORGANIZATION_TOKEN_ROUTES,
  ...DEVICE_ROUTES,
  ...CALENDAR_ROUTES,
  ...WEBHOOK_ROUTES,
  ...ARCHIVE_ROUTES,
  ...ERASURE_ROUTES,
  ...ORGANIZATION_ERASURE_ROUTES,
  ...MAIL_ROUTES,
  ...REPORT_ROUTES,
  ...RESOURCES,
];
