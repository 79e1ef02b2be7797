/**
 * What a first visit to a board downloads before it can show anything: the scripts and styles of the page, of
 * the board's route and of the worker, gzipped. Above the limit the build check fails.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';

const LIMIT = 230_000;
const DIST = 'dist';

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

const roots = Object.entries(manifest)
  .filter(([key, chunk]) => chunk.isEntry || isBoardRoute(key))
  .map(([key]) => key);
const files = new Set(['boot.js', 'boot.css']);
for (const key of roots) collect(manifest, key, files);

const sizes = [...files]
  .map((file) => ({ file, bytes: gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length }))
  .toSorted((a, b) => b.bytes - a.bytes);
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);

for (const { file, bytes } of sizes) console.log(`${kilobytes(bytes).padStart(8)}  ${file}`);
console.log(`first load: ${kilobytes(total)} of ${kilobytes(LIMIT)} (gzip)`);
if (total > LIMIT) {
  console.error('First load is over the budget: load later what the first screen does not need.');
  process.exitCode = 1;
}

/** The screen of a board and the frames around it. */
function isBoardRoute(key: string): boolean {
  return /^src\/routes\/(__root|_app|_app\/workspace\.\$slug)\.tsx/.test(key);
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
