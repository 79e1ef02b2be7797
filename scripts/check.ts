/**
 * `npm run check`: format, lint with types, font sizes, types, layers, catalogues and dead code. Runs all checks, prints their
 * findings and ends with one line per check; the exit code is 1 when one of them failed. With a path as its argument it
 * writes the counts there as JSON.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Check {
  readonly name: string;
  readonly command: readonly string[];
  /** Proves from the output that the tool has read files; returns the reason if it has not. */
  readonly proof?: (output: string) => string | undefined;
}

const LAYERS = ['model', 'sync', 'sw', 'server', 'src', 'tests', 'scripts'];

const CHECKS: readonly Check[] = [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'lint', command: ['oxlint'] },
  { name: 'styles', command: ['node', 'scripts/check-styles.ts'] },
  { name: 'types', command: ['tsc', '-b'] },
  {
    name: 'layers',
    command: ['depcruise', '--config', '.dependency-cruiser.mjs', ...LAYERS],
    proof: sawModules,
  },
  { name: 'messages', command: ['lingui', 'check', 'sync'] },
  { name: 'translations', command: ['lingui', 'check', 'missing'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
];

// Most checks use one core: together they take as long as the longest two.
const results = await Promise.all(
  CHECKS.map(async (check) => ({ name: check.name, failure: await run(check) })),
);
for (const { name, failure } of results) {
  console.log(failure === undefined ? `ok   ${name}` : `FAIL ${name}: ${failure}`);
}
const failed = results.filter(({ failure }) => failure !== undefined).length;
const [, , report] = process.argv;
if (report !== undefined) {
  const counts = { passed: results.length - failed, failed, skipped: 0 };
  writeFileSync(report, JSON.stringify(counts));
}
process.exitCode = failed === 0 ? 0 : 1;

/** Runs one check; returns the reason of its failure, or undefined. */
async function run(check: Check): Promise<string | undefined> {
  const [tool = '', ...args] = check.command;
  const bin = join('node_modules', '.bin', process.platform === 'win32' ? `${tool}.cmd` : tool);
  const { output, end } = await outputOf(spawn(bin, args, { shell: process.platform === 'win32' }));
  const failure = end === 0 ? check.proof?.(output) : `exit code ${String(end)}`;
  if (failure !== undefined) console.log(`--- ${check.name}\n${output.trim()}\n`);
  return failure;
}

/** Output of a process, and its exit code or the signal that ended it. */
function outputOf(child: ChildProcessWithoutNullStreams) {
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise<{ readonly output: string; readonly end: number | string }>((resolve) => {
    child.on('error', ({ message }) => resolve({ output, end: message }));
    child.on('close', (code, signal) => resolve({ output, end: code ?? signal ?? 'no exit code' }));
  });
}

/**
 * With an unsupported TypeScript version, dependency-cruiser reads no module and still succeeds; the number of modules
 * that it prints proves that it parsed them.
 */
function sawModules(output: string): string | undefined {
  const modules = Number(/\((\d+) modules/.exec(output)?.[1] ?? /(\d+) modules/.exec(output)?.[1]);
  const dependencies = Number(/(\d+) dependencies/.exec(output)?.[1]);
  if (modules > 50 && dependencies > 100) return undefined;
  return `saw only ${String(modules)} modules and ${String(dependencies)} dependencies`;
}
