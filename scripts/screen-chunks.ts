import { join, relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Entry points in the order of a visit: each with the imports that the ones before it have not loaded. */
const AT_ONCE: readonly (readonly [string, readonly string[]])[] = [
  ['start', ['src/main.tsx', 'src/routes/__root.tsx', 'sync/client/start-client.ts']],
  // By itself: a person who is signed in never sees it.
  ['sign-in', ['src/routes/index.tsx?tsr-split=component']],
  [
    'arriving',
    [
      'src/features/auth/email-verification-page.tsx',
      'src/features/auth/forgot-password-page.tsx',
      'src/features/auth/reset-password-page.tsx',
      'src/features/auth/sign-up-page.tsx',
    ],
  ],
  ['invited', ['src/features/auth/invite-page.tsx']],
  ['frame', ['src/routes/_app.tsx?tsr-split=component']],
  ['board', ['src/routes/_app/workspace.$slug.tsx?tsr-split=component']],
];

/** The first entry point, and those of a visitor and of a person who is signed in: nobody sees both at once. */
const FIRST = 'start';
const VISITOR: readonly string[] = ['sign-in', 'arriving', 'invited'];
const MEMBER: readonly string[] = ['frame', 'board'];

/** Families of screens: modules that are loaded on demand are bundled into one file per family. */
const FAMILIES: readonly (readonly [string, RegExp])[] = [
  // Menus and popovers, with the package that places them.
  ['dropdowns', /^src\/ui\/overlays\/(menu-dropdown|target-elsewhere)\.tsx$/],
  ['board-more', /^src\/features\/board\//],
  // Large, and needed only once a date is chosen in it.
  ['calendar', /^src\/ui\/forms\/date-calendar\.tsx$/],
  // With the package that draws, and needed only where a signature is asked for.
  ['signature', /^src\/ui\/forms\/signature-field\.tsx$/],
  ['camera', /^src\/ui\/camera\//],
  ['draw', /^src\/ui\/draw\/(?!draw-on|drawn-photo)/],
  // The player comes with the files; recording is code of its own.
  ['voice', /^src\/ui\/voice\/(voice-dialog\.tsx|use-recorder\.ts|voice-note\.ts)$/],
  ['chat', /^src\/features\/chat\//],
  // The packages that write and read QR codes.
  ['codes', /^src\/(features\/(scan|task\/code)\/|ui\/marks\/qr-code\.tsx$)/],
  ['dashboard', /^src\/features\/dashboard\//],
  ['frame-more', /^src\/features\/(frame|sync-status)\//],
  // Large, and needed only where a text has Markdown.
  ['markdown', /^src\/ui\/text\/markdown-blocks\.tsx$/],
  ['people', /^src\/features\/people\//],
  ['personal', /^src\/features\/(notes|todo)\//],
  ['settings', /^src\/features\/(projects|settings|workspaces)\//],
  ['task', /^src\/features\/task\//],
];

/** Modules that several screens use. */
const SHARED = /^src\/(data|ui)\//;

/**
 * The entry point of the store (sync/client/index.ts) imports all of it, so that only the modules behind it are
 * followed.
 */
const OWN = /^(src\/|sync\/client\/(?!index\.ts))/;

/** In this order they take the packages that several of them import: a menu opens without the fields of forms. */
const NAMES = new Set(
  [...AT_ONCE, ['dropdowns'] as const, ['shared'] as const, ...FAMILIES].map(([name]) => name),
);

interface ScreenChunks {
  /** Collects the imports of each module; the groups are empty before it has run. */
  readonly plugin: Plugin;
  readonly groups: readonly Rolldown.CodeSplittingGroup[];
}

/**
 * Groups the screens' modules by the time when they are needed (with the first page, with a board, or later), and then
 * by family. By default the bundler creates a file for each set of screens that share a module, two hundred in total,
 * and each delays the complete download to a new device. A module that is loaded later never shares a file with one of
 * the first page.
 */
export function screenChunks(): ScreenChunks {
  let root = '';
  const placed = new Map<string, string>();
  const familyOf = (id: string) => FAMILIES.find(([, own]) => own.test(relative(root, id)))?.[0];
  const group = (name: string): Rolldown.CodeSplittingGroup => ({
    debugName: name,
    name: (id) => (placed.get(id) === name ? name : null),
  });
  return {
    plugin: {
      name: 'cairn-screen-chunks',
      apply: 'build',
      configResolved(config) {
        root = config.root;
      },
      buildEnd() {
        const placeAll = (id: string, name: string) => {
          // Packages are bundled with the modules that import them; the store and the domain have files of their own.
          if (placed.has(id) || !OWN.test(relative(root, id))) return;
          placed.set(id, name);
          for (const imported of this.getModuleInfo(id)?.importedIds ?? [])
            placeAll(imported, name);
        };
        const reached = (id: string, into: Set<string>) => {
          if (into.has(id) || !OWN.test(relative(root, id))) return into;
          into.add(id);
          for (const imported of this.getModuleInfo(id)?.importedIds ?? []) reached(imported, into);
          return into;
        };
        const reachedBy = (names: readonly string[]) => {
          const into = new Set<string>();
          const paths = AT_ONCE.filter(([name]) => names.includes(name)).flatMap(([, own]) => own);
          for (const path of paths) reached(join(root, path), into);
          return into;
        };
        const sharedByAll = () => {
          const member = reachedBy(MEMBER);
          return [...reachedBy(VISITOR)].filter((id) => member.has(id));
        };
        for (const [name, paths] of AT_ONCE) {
          for (const path of paths) {
            const id = join(root, path);
            if (this.getModuleInfo(id) === null) this.error(`no module is called ${path}`);
            placeAll(id, name);
          }
          // Otherwise a board would load the page of a visitor for the few modules that they share.
          if (name === FIRST) for (const id of sharedByAll()) placeAll(id, name);
        }
        for (const id of this.getModuleIds()) {
          if (placed.has(id)) continue;
          const path = relative(root, id);
          // A route has a line or two around its screen.
          const screen = path.startsWith('src/routes/')
            ? this.getModuleInfo(id)?.importedIds
            : [id];
          const family = screen?.flatMap((one) => familyOf(one) ?? [])[0];
          const name = family ?? (SHARED.test(path) ? 'shared' : undefined);
          if (name !== undefined) placed.set(id, name);
        }
        // Modules that the page and the budget refer to by name have files of their own.
        for (const id of AT_ONCE.flatMap(([, paths]) => paths).map((path) => join(root, path))) {
          if (relative(root, id).startsWith('src/')) placed.delete(id);
        }
      },
    },
    groups: [
      // The worker imports it too, and must not load the screens with it.
      { name: 'preload', test: /vite\/preload-helper/ },
      ...[...NAMES].map(group),
    ],
  };
}
