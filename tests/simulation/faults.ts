import type { EngineFault } from './engine-faults.ts';
import type { Tamper } from './network.ts';
import type { ThemeName } from './themes.ts';
import {
  countersOfTheirOwn,
  forgetDigests,
  forgetVerdicts,
  refillInstead,
  splitVersion,
  withoutIfMatch,
  withoutMessages,
  withoutMoves,
  type FaultSetup,
} from './server-tampers.ts';

/** A server that breaks a rule: the real server with changed requests and responses. */
export interface ServerFault {
  readonly tamper: (setup: FaultSetup) => Tamper;
}

/** A rule of the protocol that the engine or the server leaves out; the simulation must detect it. */
export interface PlantedFault {
  readonly name: string;
  /** Number of the rule in the protocol. */
  readonly rule: string;
  /** Theme of the schedules in which the fault shows. */
  readonly theme: ThemeName;
  /** A schedule of the theme in which the fault is detected, and which holds without the fault. */
  readonly seed: string;
  /** Beginning of the invariant that it breaks there, as the monitor names it. */
  readonly breaks: string;
  readonly engine?: EngineFault;
  readonly server?: ServerFault;
  /** Invariants that are switched off because they detect the fault itself and not its effect on data. */
  readonly unasked?: readonly string[];
}

/**
 * Two rules are missing, because no schedule needs them alone: deletions compare versions (CLIENT-3.3, tested in
 * tests/sync/engine/apply-changes.test.ts), and an old page of a fill is read again (PULL-5.2).
 */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a file is sent without its first part',
    rule: 'FILE-2.2',
    theme: 'files',
    seed: 'files-1',
    breaks: 'FILE-2 every picked file',
    engine: 'omits the first part of a file',
  },
  {
    name: 'a file counts as stored before it is complete',
    rule: 'FILE-2.2',
    theme: 'files',
    seed: 'files-1',
    breaks: 'FILE-2 every picked file',
    engine: 'takes a file for stored before it is complete',
  },
  {
    name: 'a file that a restored server has lost is not sent again',
    rule: 'FILE-2.10',
    theme: 'files',
    seed: 'files-1',
    breaks: 'FILE-2 every picked file',
    engine: 'does not look for files that a restored server has lost',
  },
  {
    name: 'unsent bytes are removed for room',
    rule: 'FILE-3.1',
    theme: 'files',
    seed: 'files-1',
    breaks: 'FILE-2 every picked file',
    engine: 'removes unsent bytes for room',
  },
  {
    name: 'a downloaded file stays when the person may not read it',
    rule: 'FILE-3.3',
    theme: 'files',
    seed: 'files-1',
    breaks: 'FILE-3 no bytes stay',
    engine: 'keeps downloaded files that may not be read any more',
  },
  {
    name: 'an uploaded file stays when the person may not read it',
    rule: 'FILE-3.3',
    theme: 'files',
    seed: 'files-1',
    breaks: 'FILE-3 no bytes stay',
    engine: 'keeps uploaded bytes of files that may not be read any more',
  },
  {
    name: 'files that come later are not downloaded',
    rule: 'FILE-4',
    theme: 'files',
    seed: 'files-1',
    breaks: 'FILE-4 every readable file',
    engine: 'plans downloads only once',
  },
  {
    name: 'a change of a tick leaves no step',
    rule: 'SIGN-1.1',
    theme: 'signoff',
    seed: 'signoff-1',
    breaks: 'SIGN-1 one step',
    engine: 'writes no step for a change of a tick',
  },
  {
    name: 'a device reports its cursor while rows below it are missing',
    rule: 'RECEIPT-1.2',
    theme: 'outlines',
    seed: 'outlines-4',
    breaks: 'RECEIPT-1 a device',
    engine: 'reports a cursor while rows below it are missing',
  },
  {
    name: 'comments that are not on the device count as seen',
    rule: 'RECEIPT-4.1',
    theme: 'outlines',
    seed: 'outlines-1',
    breaks: 'RECEIPT-4 nothing is seen',
    engine: 'counts details as seen that are not on the device',
  },
  {
    name: 'a row that is missing on a device is not put',
    rule: 'PULL-9.3',
    theme: 'decay',
    seed: 'decay-3',
    breaks: 'PULL-9 a comparison',
    engine: 'does not put missing rows',
  },
  {
    name: 'a row that the server does not have stays',
    rule: 'PULL-9.3',
    theme: 'decay',
    seed: 'decay-1',
    breaks: 'PULL-9 a comparison',
    engine: 'keeps extra rows',
  },
  {
    name: 'an old version of a row stays',
    rule: 'PULL-9.3',
    theme: 'decay',
    seed: 'decay-3',
    breaks: 'PULL-9 a comparison',
    engine: 'keeps old versions',
  },
  {
    name: 'a damaged row is not noticed',
    rule: 'PULL-9.1',
    theme: 'decay',
    seed: 'decay-2',
    breaks: '3 at rest',
    engine: 'compares versions without contents',
  },
  {
    name: 'an outlined project that is opened is not filled',
    rule: 'OUT-3.1',
    theme: 'outlines',
    seed: 'outlines-1',
    breaks: '3 at rest, view = what the user may see on the server',
    engine: 'opens an outlined project without filling it',
    unasked: ['RECEIPT-1', 'RECEIPT-4'],
  },
  {
    name: 'one counter a project instead of one an organisation',
    rule: 'Words: stream',
    theme: 'mixed',
    seed: 'mixed-1',
    breaks: '4 a view never goes back',
    server: { tamper: countersOfTheirOwn },
  },
  {
    name: 'verdicts are dropped by age',
    rule: 'WRITE-3',
    theme: 'crashes',
    seed: 'crashes-2',
    breaks: '1 each key applied at most once',
    server: { tamper: forgetVerdicts },
    unasked: ['13'],
  },
  {
    name: 'a text that changed meanwhile is overwritten (no 412)',
    rule: 'WRITE-4',
    theme: 'texts',
    seed: 'texts-4',
    breaks: 'text is only replaced by somebody who saw it',
    server: { tamper: () => ({ call: withoutIfMatch }) },
  },
  {
    name: 'a row that moved out of sight is not told of',
    rule: 'PULL-2',
    theme: 'commuters',
    seed: 'commuters-2',
    breaks: '3 at rest',
    server: { tamper: () => ({ page: withoutMoves }) },
    unasked: ['7'],
  },
  {
    name: 'a page splits a version',
    rule: 'PULL-3',
    theme: 'commuters',
    seed: 'commuters-1',
    breaks: '4 a view never goes back',
    server: { tamper: () => ({ page: splitVersion }) },
    unasked: ['7'],
  },
  {
    name: 'a scope that has become visible is not filled',
    rule: 'PULL-5',
    theme: 'commuters',
    seed: 'commuters-1',
    breaks: '3 at rest',
    engine: 'lists a scope without filling it',
    unasked: ['RECEIPT-1', 'RECEIPT-4'],
  },
  {
    name: 'rows of a lost scope stay',
    rule: 'PULL-5',
    theme: 'commuters',
    seed: 'commuters-1',
    breaks: '14 after revocation',
    engine: 'keeps the rows of lost scopes',
  },
  {
    name: 'a change lands that is not newer than the row here',
    rule: 'CLIENT-3',
    theme: 'arrivals',
    seed: 'arrivals-110',
    breaks: '8 base.v never decreases',
    engine: 'applies changes that are not newer',
  },
  {
    name: 'a page older than the cursor lands',
    rule: 'CLIENT-4',
    theme: 'racing',
    seed: 'racing-15',
    breaks: '5 no visible row vanishes',
    engine: 'applies pages that do not start at the cursor',
  },
  {
    name: 'the cursor moves before the rows',
    rule: 'CLIENT-4',
    theme: 'power',
    seed: 'power-4',
    breaks: '3 at rest',
    engine: 'moves the cursor before the rows',
  },
  {
    name: 'an unusual removal is not asked about',
    rule: 'CLIENT-5',
    theme: 'forgetful',
    seed: 'forgetful-1',
    breaks: '5 no visible row vanishes',
    engine: 'removes unusually many rows without a check',
  },
  {
    name: 'an acked change is dropped at the reply',
    rule: 'MUT-2',
    theme: 'mixed',
    seed: 'mixed-1',
    breaks: '4 a view never goes back',
    engine: 'retires a mutation with its verdict',
  },
  {
    name: 'an acked change is dropped when the cursor passes it',
    rule: 'MUT-2',
    theme: 'mixed',
    seed: 'mixed-7',
    breaks: 'ENG-4 the queue is empty',
    engine: 'retires a mutation when the cursor passes its version',
  },
  {
    name: 'what hangs on a refused change stays',
    rule: 'MUT-4',
    theme: 'demotion',
    seed: 'demotion-1',
    breaks: '12 a rejected group',
    engine: 'rejects a mutation without its dependents',
  },
  {
    name: 'a change overtakes an earlier one of its row',
    rule: 'MUT-6',
    theme: 'poison',
    seed: 'poison-1',
    breaks: '11 nothing is sent before',
    engine: 'sends a mutation before an earlier one of its row',
  },
  {
    name: 'no quarantine',
    rule: 'MUT-7',
    theme: 'poison',
    seed: 'poison-2',
    breaks: 'ENG-4 the queue is empty',
    engine: 'quarantines nothing',
  },
  {
    name: 'texts are sent without the version they were edited from',
    rule: 'MUT-8',
    theme: 'texts',
    seed: 'texts-4',
    breaks: 'text is only replaced by somebody who saw it',
    engine: 'sends texts without the version they were edited from',
  },
  {
    name: 'a new epoch without sending again',
    rule: 'EPOCH-1',
    theme: 'restore',
    seed: 'restore-1',
    breaks: '2 each mutation ends',
    engine: 'does not send again after a new epoch',
  },
  {
    name: 'a new epoch without asking the other stream first',
    rule: 'EPOCH-1',
    theme: 'restore',
    seed: 'restore-1',
    breaks: '2 each mutation ends',
    engine: 'does not suspect the other stream',
  },
  {
    name: 'a cycle spends its time waiting for a lock that it cannot have',
    rule: 'ENG-2',
    theme: 'stopped',
    seed: 'stopped-2',
    breaks: 'ENG-4 the queue is empty',
    engine: 'waits for the lock in the time of the pass',
  },
  {
    name: 'a copied profile goes on under the client id of the other one',
    rule: 'WRITE-2',
    theme: 'copies',
    seed: 'copies-7',
    breaks: '2 each mutation ends',
    engine: 'keeps the client id of a copied profile',
    server: { tamper: forgetDigests },
  },
  {
    name: 'a server that went back without a new epoch is only downloaded anew',
    rule: 'PULL-4',
    theme: 'rollback',
    seed: 'rollback-6',
    breaks: '2 each mutation ends',
    server: { tamper: () => ({ call: withoutMessages, answer: refillInstead }) },
  },
  {
    name: 'verdicts are acked before they are settled',
    rule: 'WRITE-3',
    theme: 'crashes',
    seed: 'crashes-1',
    breaks: '2 each mutation ends',
    engine: 'acknowledges before it is settled',
    unasked: ['13'],
  },
  {
    name: 'a mutation is reported before it is on the disk',
    rule: 'CLIENT-8',
    theme: 'power',
    seed: 'power-1',
    breaks: 'CLIENT-8 a power cut reverts nothing',
    engine: 'does not wait until a mutation is on the disk',
  },
  {
    name: 'a download counts rows whose transaction failed',
    rule: 'PULL-6',
    theme: 'disk',
    seed: 'disk-6',
    breaks: '3 at rest',
    engine: 'ignores failed transactions of a download',
    unasked: ['RECEIPT-1', 'RECEIPT-4'],
  },
  {
    name: 'the page of a proxy counts as a verdict',
    rule: 'MUT-7',
    theme: 'proxies',
    seed: 'proxies-3',
    breaks: '2 each mutation ends',
    engine: 'takes the page of a proxy for a verdict',
  },
];
