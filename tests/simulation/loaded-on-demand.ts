/**
 * Modules that the engine and the worker load on demand. They are loaded before a schedule begins: an import that reads
 * a file ends at a time that no seed repeats, and the first schedule of a process would differ from the later ones.
 */
import '../../sync/engine/check.ts';
import '../../sync/engine/compare.ts';
import '../../sync/engine/confirm-sweep.ts';
import '../../sync/engine/fill.ts';
import '../../sync/engine/fill-details.ts';
import '../../sync/engine/fill-task.ts';
import '../../sync/engine/former-epoch.ts';
import '../../sync/engine/fresh-check.ts';
import '../../sync/engine/load-range.ts';
import '../../sync/engine/open-tasks.ts';
import '../../sync/engine/release-cold.ts';
import '../../sync/engine/release-details.ts';
import '../../sync/engine/scopes.ts';
import '../../sync/engine/trim-journal.ts';
import '../../sync/engine/unusual-removal.ts';
import '../../sync/store/departures.ts';
import '../../sync/store/device-key.ts';
import '../../sync/store/remember-session.ts';
import '../../sync/store/restored-drafts.ts';
import '../../sync/store/sealed-names.ts';
import '../../sync/store/sealed-rows.ts';
import '../../sync/worker/account-socket.ts';
import '../../sync/worker/comparing.ts';
import '../../sync/worker/open-accounts.ts';
import '../../sync/worker/open-kept.ts';
import '../../sync/worker/open-lock.ts';
import '../../sync/worker/packing.ts';
import '../../sync/worker/remember-sign-in.ts';
import '../../sync/worker/replaced-databases.ts';
import '../../sync/worker/reported-loss.ts';
import '../../sync/worker/session-end.ts';
