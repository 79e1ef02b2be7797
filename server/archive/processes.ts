import { spawn } from 'node:child_process';
import { PassThrough, type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/**
 * Exports in a process of their own: reading a large organisation would stop the event loop of the server, and its
 * snapshot the other reads. The process ends when nobody reads its output any more.
 */

/** The archive of an organisation. */
export function exportInProcess(orgId: string): Readable {
  return outputOf('export.ts', orgId);
}

/** The data of an account. */
export function ownDataInProcess(userId: string): Readable {
  return outputOf('person.ts', userId);
}

const ERROR_CHARACTERS = 2_000;

function outputOf(script: string, subject: string): Readable {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const child = spawn(process.execPath, [path, subject, '-'], { stdio: [...stdio] });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-ERROR_CHARACTERS);
  });
  const output = new PassThrough();
  child.stdout?.pipe(output, { end: false });
  child.once('error', (error) => output.destroy(error));
  child.once('close', (code) => {
    if (code === 0) output.end();
    else output.destroy(new Error(said.trim() || `The export ended with ${String(code)}`));
  });
  output.once('close', () => child.kill('SIGKILL'));
  return output;
}
