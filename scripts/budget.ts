/**
 * Gzipped size of a browser's downloads: for the first page of a new visitor (the app's shell, sign-in or sign-up, and
 * the worker), for an invitation, and for opening a board with an empty cache. Above a limit the build check fails.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';

/** 3 kB of it show messages in the language of the person (decision 0057). */
const FIRST_PAGE_LIMIT = 231_500;
/**
 * Includes the engine, which only the worker loads: the page by itself is some 18 kB less. 1.4 kB were added for
 * decision 0042, 0.2 kB to detect in an event and in a download that the server went back (EPOCH-1.8), 0.9 kB for the
 * success texts of all mutations (page and worker share the mutations, so their modules cannot load later), 0.4 kB for
 * the states of scopes with the form that older builds stored (decision 0045), 1.1 kB to open the composer of tasks
 * from a card, a key, the palette and the add menu, 2.1 kB for the keys of the pickers, which can be changed, with the text
 * typed before a field is there, 0.3 kB to choose options by Tab and to focus the first error of a form, 0.7 kB for the
 * tabs of a project, 0.8 kB for Markdown (decision 0052): the plain text of descriptions on tiles, and the merge of
 * checklists, 1.9 kB for the mutations of reminders, due dates of todos, tags, reactions and mutes, 0.2 kB for the
 * files of tasks: two mutations, and their number on tiles, 1.6 kB for templates, the assignee of a subtask and the
 * locale of dates, 6 kB for messages of catalogues (decision 0057), 0.4 kB for transactions over the tables that a
 * mutation needs, and 0.4 kB to recognise texts that the server fills with values (decision 0059); the composer, the
 * pickers, the renderer of Markdown and the gallery load later.
 */
const BOARD_LIMIT = 386_400;
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
