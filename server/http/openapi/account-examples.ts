/** Rows of a small organisation that all examples use. */
export const ROW = {
  workspace: '0198c5e2-7d10-7a01-8f00-000000000001',
  project: '0198c5e2-7d10-7a01-8f00-000000000002',
  card: '0198c5e2-7d10-7a01-8f00-000000000003',
  task: '0198c5e2-7d10-7a01-8f00-000000000004',
  subtask: '0198c5e2-7d10-7a01-8f00-000000000005',
  label: '0198c5e2-7d10-7a01-8f00-000000000006',
  tag: '0198c5e2-7d10-7a01-8f00-000000000007',
  file: '0198c5e2-7d10-7a01-8f00-000000000008',
  message: '0198c5e2-7d10-7a01-8f00-000000000009',
  fresh: '0198c5e2-7d10-7a01-8f00-00000000000a',
} as const;

/** What all answers of a passkey contain. */
export const PASSKEY = {
  id: 'Zx3mQ8vT5nB1cL7r',
  rawId: 'Zx3mQ8vT5nB1cL7r',
  type: 'public-key',
  clientExtensionResults: {},
} as const;
export const CLIENT_DATA = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0';

/** Bodies of calls about accounts, sign-ins and programs, by call. */
export const ACCOUNT_EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'POST api/user-organization-create/': { organization: { name: 'Field Work' } },
  'POST api/password-reset/look/': { id: '7' },
  'POST api/password-reset/confirm/': { id: '7' },
  'POST api/session/end/': { id: '0198c5e2-7d10-7a01-8f00-00000000000b', remove: 'keep_unsent' },
  'POST api/session/end-others/': { remove: 'keep_unsent' },
  'POST api/factor/passkey/create/': {
    name: 'My laptop',
    passkey: {
      ...PASSKEY,
      response: {
        clientDataJSON: CLIENT_DATA,
        attestationObject: 'o2NmbXRkbm9uZQ',
        transports: ['internal'],
      },
    },
  },
  'POST api/factor/passkey/remove/': { id: 'Zx3mQ8vT5nB1cL7r' },
  'POST api/own-proof/finish/': { ticket: 'q1Zk0nXW8mY4pT7rB2vL6cD9hJ3sF5aG0eU1iO8wE2M' },
  'POST api/token/create/': { name: 'Nightly report', access: 'read', days: 90 },
  'POST api/token/rotate/': { id: '0198c5e2-7d10-7a01-8f00-00000000000d', overlap_hours: 24 },
  'POST api/token/end/': { id: '0198c5e2-7d10-7a01-8f00-00000000000d' },
  'POST api/organization-token/create/': {
    name: 'Stock system',
    access: 'write',
    projects: ['0198c5e2-7d10-7a01-8f00-000000000003'],
    days: 365,
  },
  'POST api/organization-token/rotate/': {
    id: '0198c5e2-7d10-7a01-8f00-00000000000d',
    overlap_hours: 24,
  },
  'POST api/organization-token/end/': { id: '0198c5e2-7d10-7a01-8f00-00000000000d' },
  'GET organization-archive/:id': { id: 'q1Zk0nXW8mY4pT7rB2vL6cD9hJ3sF5aG0eU1iO8wE2M' },
  'GET own-data/:id': { id: 'q1Zk0nXW8mY4pT7rB2vL6cD9hJ3sF5aG0eU1iO8wE2M' },
  'GET calendar/:id': { id: 'q1Zk0nXW8mY4pT7rB2vL6cD9hJ3sF5aG0eU1iO8wE2M' },
  'POST api/mail-digest/set/': { digest: 'weekly', reminders: true, time_zone: 'Europe/Berlin' },
  'GET mail/stop/:id': { id: 'q1Zk0nXW8mY4pT7rB2vL6cD9hJ3sF5aG0eU1iO8wE2M' },
  'POST mail/stop/:id': { id: 'q1Zk0nXW8mY4pT7rB2vL6cD9hJ3sF5aG0eU1iO8wE2M' },
  'POST api/sso/update/': {
    issuer: 'https://login.example.org/realms/field-work',
    client_id: 'cairn',
    client_secret: 'd4c1a9e0b7',
    active: true,
    required: false,
    join_role: 4,
  },
  'POST api/sso/domain/add/': { domain: 'example.org' },
  'POST api/sso/domain/verify/': { domain: 'example.org' },
  'POST api/sso/domain/remove/': { domain: 'example.org' },
  'POST api/sso/logout/': { logout_token: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl' },
  'POST api/sign-in-rules/update/': {
    factor_levels: 4,
    factor_grace_days: 14,
    offline_days: null,
    encrypt_devices: true,
  },
  'POST api/member-sessions/end/': {
    organization_user: 3,
    id: '0198c5e2-7d10-7a01-8f00-00000000000f',
  },
  'POST api/sso/finish/': {
    ticket: 'q1Zk0nXW8mY4pT7rB2vL6cD9hJ3sF5aG0eU1iO8wE2M',
    code: '123456',
  },
  'POST api/webhook/create/': {
    url: 'https://hooks.example.org/cairn',
    kinds: ['task-create', 'task-complete'],
  },
  'POST api/webhook/update/': {
    id: '0198c5e2-7d10-7a01-8f00-00000000000e',
    url: 'https://hooks.example.org/cairn',
    kinds: [],
  },
  'POST api/webhook/rotate/': { id: '0198c5e2-7d10-7a01-8f00-00000000000e' },
  'POST api/webhook/end/': { id: '0198c5e2-7d10-7a01-8f00-00000000000e' },
  'GET api/webhook/delivery/list/': { webhook: '0198c5e2-7d10-7a01-8f00-00000000000e' },
  'POST api/webhook/delivery/replay/': { id: '0198c5e2-7d10-7a01-8f00-00000000000f' },
};
