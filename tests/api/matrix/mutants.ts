/**
 * Takes each wall between organisations down in a copy of the sources, one at a time, and tells which of them the
 * matrix notices: `npm run walls`, with a part of a file's name to try only those. What survives must be explained in
 * docs/RELIABILITY.md, or a test is missing.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plantedIn } from './planted.ts';

const root = process.cwd();
const only = process.argv[2] ?? '';
let lastWords = '';
const copy = mkdtempSync(join(tmpdir(), 'cairn-walls-'));
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /^(?:model|server|sync|tests|[^/]+\.(?:ts|json)$)/.test(file));
for (const file of files) cpSync(join(root, file), join(copy, file));
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

/** True when the matrix fails on the copy as it is now. */
function isNoticed(): boolean {
  const { status, stdout } = spawnSync(
    join(root, 'node_modules/.bin/vitest'),
    ['run', 'tests/api/matrix', '-t', 'by any call'],
    { cwd: copy, encoding: 'utf8' },
  );
  if (status !== 0) lastWords = stdout;
  return status !== 0;
}

try {
  if (isNoticed()) throw new Error(`Before anything is planted:\n${lastWords}`);
  const planted = plantedIn(copy, files).filter(({ file }) => file.includes(only));
  const survivors: string[] = [];
  for (const [index, { file, line, what, text }] of planted.entries()) {
    const path = join(copy, file);
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, text);
    const name = `${file}:${line} ${what}`;
    const noticed = isNoticed();
    writeFileSync(path, whole);
    if (!noticed) survivors.push(name);
    process.stdout.write(
      `${index + 1}/${planted.length} ${noticed ? 'noticed ' : 'SURVIVED'} ${name}\n`,
    );
  }
  process.stdout.write(`${planted.length - survivors.length} of ${planted.length} were noticed\n`);
  process.exitCode = survivors.length === 0 ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
