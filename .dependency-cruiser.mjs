/**
 * The layers of docs/ARCHITECTURE.md as rules. Each rule has a planted violation in
 * tests/architecture/, so a rule that stops working is a failing test.
 */

/**
 * @param {string} from path of the layer
 * @param {readonly string[]} allowed paths that it may import, its own included
 * @param {string} comment
 */
const onlyImports = (from, allowed, comment) => ({
  name: `${from.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')}-imports`,
  severity: 'error',
  comment,
  from: { path: from },
  to: {
    pathNot: allowed,
    dependencyTypesNot: ['core', 'npm', 'npm-dev', 'npm-optional', 'npm-peer'],
  },
});

/**
 * @param {string} from path of the layer
 * @param {readonly string[]} packages that it may import
 * @param {string} comment
 */
const onlyPackages = (from, packages, comment) => ({
  name: `${from.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')}-packages`,
  severity: 'error',
  comment,
  from: { path: from },
  to: {
    pathNot: packages.map((name) => `^node_modules/${name}/`),
    dependencyTypes: [
      'core',
      'npm',
      'npm-dev',
      'npm-optional',
      'npm-peer',
      'npm-no-pkg',
      'unknown',
    ],
  },
});

/**
 * The floors of the server, from the bottom up. A folder imports itself, the folders of the floors below and model/.
 * Folders of one floor do not import each other.
 */
const SERVER_FLOORS = [
  ['shared/'],
  ['store/'],
  ['writer/'],
  ['security/'],
  ['apply/', 'sync/'],
  ['mail/'],
  ['auth/', 'chat/', 'files/', 'present/', 'push/', 'webhooks/'],
  ['archive/', 'erasure/', 'invitations/'],
  ['sso/'],
  ['http/'],
  ['ops/', 'realtime/'],
  // They build the floors below and connect them.
  ['create-services\\.ts$'],
  ['app\\.ts$'],
  ['demo/', 'main\\.ts$'],
].map((floor) => floor.map((folder) => `^server/${folder}`));

/** @param {readonly (readonly string[])[]} floors from the bottom up, each with its folders */
const onlyDownwards = (floors) =>
  floors.flatMap((floor, height) =>
    floor.map((folder) =>
      onlyImports(
        folder,
        [folder, ...floors.slice(0, height).flat(), '^model/'],
        'Imports go down, and never to another folder of the same floor.',
      ),
    ),
  );

export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Cycles, those of types included, hide what depends on what.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { pathNot: '^tests/' },
      to: { path: '^tests/' },
    },
    {
      name: 'product-uses-no-dev-packages',
      severity: 'error',
      comment: 'What runs for people is installed for them.',
      from: { path: '^(model|sync|sw|server|src)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },

    onlyImports('^model/', ['^model/'], 'The domain knows nothing outside itself.'),
    onlyPackages(
      '^model/',
      ['valibot', '@zxcvbn-ts/language-common'],
      'No I/O, nothing of a platform; the list of common passwords is data.',
    ),

    onlyImports(
      '^sync/core/',
      ['^sync/core/', '^model/'],
      'What engine, store and browser share is pure: the ports, and what follows from stored rows.',
    ),
    onlyPackages('^sync/core/', [], 'Pure.'),

    onlyImports(
      '^sync/engine/',
      ['^sync/engine/', '^sync/core/', '^model/'],
      'The engine is pure (ENG-1).',
    ),
    onlyPackages('^sync/engine/', [], 'The engine gets its world through ports (ENG-1).'),

    onlyImports(
      '^sync/store/',
      ['^sync/store/', '^sync/core/', '^model/'],
      'The store fulfils ports and knows no engine.',
    ),
    onlyPackages(
      '^sync/store/',
      ['dexie', '@noble/hashes', '@noble/ciphers', '@zip.js/zip.js'],
      'Dexie, digests of files, the cipher of a shared computer, and archives of unsent work.',
    ),

    onlyImports(
      '^sync/browser/',
      ['^sync/browser/', '^sync/core/', '^model/'],
      'The browser fulfils ports and knows no engine.',
    ),
    onlyPackages('^sync/browser/', ['ky'], 'The transport is the only one with a package.'),

    onlyImports('^sync/worker/', ['^sync/', '^model/'], 'The worker wires sync/ together.'),
    onlyPackages('^sync/worker/', ['comlink', 'papaparse'], 'Comlink, and what makes tables.'),

    onlyImports(
      '^sync/client/',
      [
        '^sync/client/',
        '^sync/store/',
        '^sync/browser/(fetch-file|machine)\\.ts$',
        '^sync/worker/types\\.ts$',
        '^sync/worker/[a-z-]+-types\\.ts$',
        '^model/',
      ],
      'The client reads the store, fetches the bytes of files, and talks to the worker through its types.',
    ),
    onlyPackages('^sync/client/', ['comlink', 'dexie'], 'The one door of src.'),

    onlyImports(
      '^sw/',
      ['^sw/', '^model/protocol/', '^model/packing\\.ts$', '^sync/worker/push-pass\\.ts$'],
      'The service worker knows no data; the push pass for the sync event is the one exception (ENG-5).',
    ),
    onlyPackages('^sw/', ['workbox-[a-z-]+'], 'Workbox and nothing else.'),

    onlyImports(
      '^server/',
      ['^server/', '^model/'],
      'The server shares the model and nothing else.',
    ),
    ...onlyDownwards(SERVER_FLOORS),
    {
      name: 'server-folders-have-a-floor',
      severity: 'error',
      comment: 'A new folder of the server is named in SERVER_FLOORS.',
      from: { path: '^server/', pathNot: SERVER_FLOORS.flat() },
      to: {},
    },

    onlyImports(
      '^src/i18n/',
      ['^src/i18n/', '^model/shared/(language|message|texts-with-values)\\.ts$'],
      'The language of the texts knows no text, besides how the server fills values in.',
    ),
    onlyPackages(
      '^src/i18n/',
      ['@lingui/[a-z-]+', 'react', '@types/react'],
      'The library of the catalogues, for texts with elements in them too.',
    ),
    onlyImports('^src/ui/', ['^src/ui/', '^src/i18n/'], 'Building blocks know no entity.'),
    onlyPackages(
      '^src/ui/',
      [
        'react',
        'react-dom',
        '@types/react',
        '@types/react-dom',
        '@mantine/[a-z]+',
        '@tabler/icons-react',
        '@fontsource-variable/inter',
        'valibot',
        '@tanstack/react-(table|virtual)',
        'react-markdown',
        'remark-(breaks|gfm)',
        'qr',
        'signature_pad',
      ],
      'React, Mantine, valibot for what a field accepts, TanStack for tables, the Markdown of long texts, the pad of signatures, and QR codes.',
    ),
    onlyImports(
      '^src/data/',
      ['^src/data/', '^src/i18n/', '^sync/client/', '^model/'],
      'One way to the data.',
    ),
    onlyImports(
      '^src/features/',
      ['^src/features/', '^src/data/', '^src/ui/', '^src/i18n/', '^model/'],
      'Features use data and building blocks.',
    ),
    {
      name: 'features-do-not-know-each-other',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    onlyImports(
      '^src/routes/',
      ['^src/routes/', '^src/features/', '^src/data/', '^src/ui/', '^src/i18n/', '^model/'],
      'Routes are thin.',
    ),
    {
      name: 'one-place-shows-success',
      severity: 'error',
      comment:
        'A mutation has the text of its success; `useMutate` shows it and offers Undo (src/data/success.tsx).',
      from: { path: '^src/', pathNot: '^src/app\\.tsx$' },
      to: { path: '^src/ui/overlays/undo\\.tsx$' },
    },
    {
      name: 'src-uses-no-node',
      severity: 'error',
      from: { path: '^(src|sync|sw)/' },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'module', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'],
    },
  },
};
