import type { EngineFault } from './engine-faults.ts';
import type { Tamper } from './network.ts';
import type { FaultSetup } from './server-tampers.ts';
import type { ThemeName } from './themes.ts';

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
