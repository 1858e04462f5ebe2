import type { Context } from 'hono';
import type { Garment } from '../corpus/index.ts';
import type { SignIns } from '../oauth/pending-sign-ins.ts';
import type { SampleKey } from '../world/sample-keys.ts';
import type { State } from '../world/state.ts';
import type { World } from '../world/world.ts';
import type { Cabinet } from './cabinet.ts';
import type { Faults } from './faults.ts';
import type { RateWindow } from './rate.ts';

/** What the routes stand on. */
export interface Service {
  readonly world: World;
  readonly garments: readonly Garment[];
  readonly keys: readonly SampleKey[];
  readonly rate: RateWindow;
  /** The fixed part of the Tech Pack price, or null while it is not configured. */
  readonly surcharge: number | null;
  readonly cabinet: Cabinet;
  readonly faults: Faults;
  readonly signIns: SignIns;
}

/** One admitted request. */
export interface Call {
  readonly c: Context;
  readonly service: Service;
  readonly state: State;
  readonly now: number;
  /** The address that the caller used; links go back to it. */
  readonly origin: string;
}

export type Answer = (call: Call) => Response | Promise<Response>;

/** What a path answers. */
export type Methods = Readonly<Partial<Record<'GET' | 'POST', Answer>>>;

export interface SignedCall extends Call {
  readonly caller: SampleKey;
}
