/**
 * `node scripts/run.mjs [--built] <script> [arguments]`: runs a script on the product's Node after installing (and with
 * --built building) its prerequisites, so that each command of the README works in a fresh clone.
 */
import { ensureBuilt, ensureInstalled, runNode } from './setup.mjs';

const [first, ...rest] = process.argv.slice(2);
const built = first === '--built';
ensureInstalled();
if (built) ensureBuilt();
process.exitCode = runNode(built || first === undefined ? rest : [first, ...rest]);
