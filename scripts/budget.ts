/**
 * Checks of the build. Gzipped size of a browser's downloads: for the first page of a new visitor (the app's shell, sign-in or sign-up, and
 * the worker), for an invitation, and for opening a board with an empty cache. Above a limit the build check fails, and for a file that a worker
 * cannot load.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';

/** An invitation is the largest: its page and the rules of passwords are 10 kB more than signing in. */
const FIRST_PAGE_LIMIT = 228_500;
/**
 * Includes the engine (20 kB) and the calls of the server, which only the worker loads. React is 66 kB of it, the domain
 * and the store on both sides 64, Dexie and the parser 34, the router 25. Menus, popovers, the sensors of a drag, the
 * composer, the pickers, the renderer of Markdown and the gallery load later (decision 0060).
 */
const BOARD_LIMIT = 338_000;
const [, , DIST = 'dist'] = process.argv;

const manifestSchema = v.record(
  v.string(),
  v.object({
    file: v.string(),
    isEntry: v.optional(v.boolean(), false),
    src: v.optional(v.string(), ''),
    imports: v.optional(v.array(v.string()), []),
    css: v.optional(v.array(v.string()), []),
  }),
);
type Manifest = v.InferOutput<typeof manifestSchema>;

const manifest = v.parse(
  manifestSchema,
  JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')),
);

report(
  'first page',
  FIRST_PAGE_LIMIT,
  /^(index\.html|sync\/worker\/main\.ts|src\/routes\/(__root|index)\.tsx)/,
);
report(
  'the page of an empty server',
  FIRST_PAGE_LIMIT,
  /^(index\.html|sync\/worker\/main\.ts|src\/routes\/(__root|signup)\.tsx)/,
);
report(
  'an invitation',
  FIRST_PAGE_LIMIT,
  /^(index\.html|sync\/worker\/main\.ts|src\/routes\/(__root|organizationinvite\.\$token)\.tsx)/,
);
report(
  'opening a board',
  BOARD_LIMIT,
  /^(index\.html|sync\/worker\/main\.ts|src\/routes\/(__root|_app|_app\/workspace\.\$slug)\.tsx|sync\/worker\/open-accounts\.ts)/,
);

requireNoScreens();

/**
 * A worker has no document: it cannot load a file whose imports bring styles, as those of screens do. Vite writes such
 * styles into a list in front of the importing file.
 */
function requireNoScreens(): void {
  for (const { file } of Object.values(manifest)) {
    if (
      !/(?:^|\/)(?:basis|domain|engine|open-accounts|remember-session|remember-sign-in|sealed-names)-|-worker-/.test(
        file,
      )
    )
      continue;
    if (!readFileSync(join(DIST, file), 'utf8').includes('__vite__mapDeps')) continue;
    console.error(`${file} imports a module that a screen shares: a worker cannot load it.`);
    process.exitCode = 1;
  }
}

function report(what: string, limit: number, roots: RegExp): void {
  const files = new Set(['boot.js', 'boot.css']);
  for (const key of Object.keys(manifest)) if (roots.test(key)) collect(manifest, key, files);
  const sizes = [...files]
    .map((file) => ({ file, bytes: gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length }))
    .toSorted((a, b) => b.bytes - a.bytes);
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { file, bytes } of sizes.slice(0, 12)) {
    console.log(`${kilobytes(bytes).padStart(8)}  ${file}`);
  }
  console.log(`${what}: ${kilobytes(total)} of ${kilobytes(limit)} (gzip)`);
  if (total <= limit) return;
  console.error(`${what} is over the budget: load later what that screen does not need.`);
  process.exitCode = 1;
}

function collect(all: Manifest, key: string, into: Set<string>): void {
  const chunk = all[key];
  if (chunk === undefined || into.has(chunk.file)) return;
  into.add(chunk.file);
  for (const style of chunk.css) into.add(style);
  for (const imported of chunk.imports) collect(all, imported, into);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
