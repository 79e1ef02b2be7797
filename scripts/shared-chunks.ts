/**
 * Chunks that pages share with their worker. What a start needs comes together: each file of its own makes a first visit
 * longer until everything is on the device, and each start by what it takes to get it from the cache. The modules of
 * the lists load when they are needed; an entry is a path below one of its folders, or the beginning of one.
 */
export const SHARED_CHUNKS: readonly { readonly name: string; readonly test: RegExp }[] = [
  {
    name: 'basis',
    test: either(
      below(
        ['model/shared', 'model/protocol', 'sync/browser'],
        [
          'activity-kinds',
          'connection',
          'device-key',
          'digest',
          'fetch-whole',
          'file-transport',
          'machine-access',
          'mail-digest',
          'mentions',
          'message-readers',
          'ndjson',
          'receipts',
          'sealing-keys',
          'security-log',
          'shared-socket',
          'sign-off-report',
          'single-sign-on',
          'snapshot',
          'socket',
          'transport',
          'two-step',
          'webhooks',
        ],
      ),
      /\/sync\/(engine\/lock|store\/(reactive\/(changes|live-query)|device-db|sealed-name|drafts|browser-close|departure|not-saved|used-accounts|queries\/locked-accounts))\.ts$/,
    ),
  },
  {
    name: 'domain',
    test: below(
      ['model', 'sync/store', 'sync/core'],
      [
        'attach-file',
        'closing',
        'computed-write',
        'deferred-tx',
        'departures',
        'device-key',
        'entities/row-digest',
        'entities/step-order',
        'keep-unsent',
        'kept-drafts',
        'kept-work',
        'outbox-actions',
        'packing',
        'pending-deletion',
        'permissions/single-sign-on',
        'permissions/webhook',
        'protocol/device-key',
        'protocol/machine-access',
        'protocol/mail-digest',
        'protocol/receipts',
        'protocol/sealing-keys',
        'protocol/security-log',
        'protocol/sign-off-report',
        'protocol/single-sign-on',
        'protocol/snapshot',
        'protocol/two-step',
        'protocol/webhooks',
        'put-back',
        'queries/administration',
        'queries/chat',
        'queries/import-context',
        'queries/kept-readable',
        'queries/known-rows',
        'queries/mutes',
        'queries/my-tasks',
        'queries/notes',
        'queries/project-files',
        'queries/readiness',
        'queries/received',
        'queries/saved-views',
        'queries/seen',
        'queries/since-left',
        'queries/snoozes',
        'queries/still-applies',
        'queries/task-steps',
        'queries/todos',
        'row-cipher',
        'seal-kept',
        'sealed-rows',
        'sealing',
        'seen-notes',
        'shared/activity-kinds',
        'shared/mentions',
        'shared/message-readers',
        'snapshot-format',
        'trim-kept',
        'unsent-copy',
        'write-groups',
        'write-many',
      ],
    ),
  },
  {
    // What the worker needs at each start.
    name: 'engine',
    test: either(
      below(
        ['sync/engine'],
        [
          'check',
          'compare',
          'confirm-sweep',
          'fill-details',
          'fresh-check',
          'left-over',
          'load-range',
          'release-details',
          'repair-scope',
          'rows-here',
        ],
      ),
      /\/sync\/(worker\/account-socket|browser\/((shared-)?socket|(file-)?transport|ndjson))[^?]*$/,
    ),
  },
];

/** Modules in these folders, without those that load later. */
function below(folders: readonly string[], later: readonly string[]): RegExp {
  return new RegExp(`/(${folders.join('|')})/(?!${later.join('|')})[^?]*$`);
}

function either(...tests: readonly RegExp[]): RegExp {
  return new RegExp(tests.map(({ source }) => source).join('|'));
}
