import { describe, expect, it } from 'vitest';
import { createLocalRateLimiter } from '../../../src/service/rate-limit/rate-limiter.ts';
import {
  createEngineLink,
  type EngineConnection,
} from '../../../src/service/shared-store/engine-connection.ts';
import { EngineUnavailableError } from '../../../src/service/shared-store/engine-replies.ts';
import { createLedgerAuthority } from '../../../src/service/shared-store/ledger-authority.ts';
import type { LedgerReply, RequestLedger } from '../../../src/service/shared-store/request-ledger.ts';
import { createSharedSlot } from '../../../src/service/shared-store/shared-limiter.ts';
import { createFolder } from '../../support/create-folder.ts';

const RATE = { limit: 300, windowMs: 300_000 };
/** The grace period after the engine is lost, in milliseconds. */
const LONGEST = 360_000;

const TOLD: LedgerReply = {
  grace: 0,
  isKnown: true,
  used: 0,
  machines: 1,
  pause: 0,
  granted: 1,
  wait: 0,
  later: 0,
  usable: 294,
};

const engine: EngineConnection = {
  run: async () => undefined,
  fetchServerInfo: () => Promise.reject(new Error('unasked')),
  serverInfo: { runId: '', isTooOld: false, isPersistent: true, isEvicting: false },
  isOpen: true,
  close: async () => undefined,
};

/** Creates one machine with its processes. The test sets the answers of the engine and moves the clock. */
const createMachine = () => {
  const state = {
    now: Date.parse('2026-11-21T09:00:00Z'),
    told: { ...TOLD } as LedgerReply | undefined,
    /** What the machine remembers from one process to the next. */
    heads: 0,
  };
  const clock = { pid: 1, now: () => state.now };
  const place = createFolder();
  const startProcess = () => {
    let { heads } = state;
    const local = createLocalRateLimiter(place, 'k', RATE, clock, (text) => {
      throw new Error(text);
    });
    const link = createEngineLink(
      async () => {
        if (state.told === undefined) throw new EngineUnavailableError('away', 'gone');
        return { ...engine, isOpen: true };
      },
      () => state.now,
    );
    const answer = async (): Promise<LedgerReply> => {
      if (state.told === undefined) throw new EngineUnavailableError('away', 'gone');
      return state.told;
    };
    const deciding = createLedgerAuthority({
      rate: RATE,
      machine: 'm',
      displayAddress: 'e',
      local,
      link,
      openLedger: () => ({ ask: answer, look: answer }) as unknown as RequestLedger,
      getMachineCount: () => heads,
      saveMachineCount: (count) => {
        heads = count;
        state.heads = count;
      },
      elapsed: () => state.now,
      now: () => state.now,
      onAlone: () => undefined,
    });
    const ask = () => deciding.ask('turn', 0, ['x'], () => []);
    /** It is there again, and that has been found out. */
    const askAnew = async () => {
      await link.connectNow();
      return ask();
    };
    const takeTurn = () =>
      createSharedSlot({
        local,
        authority: deciding,
        takeSlot: async () => {
          const output = await ask();
          return output && { id: local.createSlotId(), wait: output.wait };
        },
        retrySlot: async () => (await ask())?.wait,
        recordEnd: () => undefined,
        giveBack: () => undefined,
      });
    const send = async (count: number): Promise<void> => {
      for (let sent = 0; sent < count; sent += 1) {
        const one = takeTurn();
        expect(await one.getWaitMs()).toBe(0);
        one.markSent();
      }
    };
    return { local, link, ask, askAnew, turn: takeTurn, send };
  };
  return {
    process: startProcess,
    loses: () => {
      state.told = undefined;
    },
    says: (printed: Partial<LedgerReply>) => {
      state.told = { ...TOLD, ...printed };
    },
    passes: (ms: number) => {
      state.now += ms;
    },
    now: () => state.now,
  };
};

describe('a machine without the engine', () => {
  it('uses its share of the limit by the number of machines, and less when it hears of more', async () => {
    const { process, loses, says, passes } = createMachine();
    const { ask, askAnew, local } = process();
    says({ machines: 2 });
    await ask();
    loses();
    await ask();
    expect(local.getShare().share.later).toBe(150);
    passes(1000);
    says({ machines: 6, grace: LONGEST });
    await askAnew();
    expect(local.getShare().share.later).toBe(50);
    // One that has just begun knows of fewer than there are.
    passes(1000);
    says({ machines: 1, grace: LONGEST - 1000 });
    await askAnew();
    expect(local.getShare().share.later).toBe(50);
  });

  it('does not start over when the engine comes and goes between two decisions', async () => {
    const { process, loses, says, passes, now } = createMachine();
    const { ask, askAnew, send, local } = process();
    says({ machines: 6 });
    await send(20);
    loses();
    await ask();
    const until = now() + LONGEST;
    expect(local.getShare().share).toEqual({ first: 20, until, later: 50 });
    for (let times = 0; times < 5; times += 1) {
      passes(LONGEST / 8);
      says({ machines: 6, grace: LONGEST });
      expect(await askAnew()).toBeUndefined();
      loses();
      await ask();
      // Its requests go on all the while.
      local.reserveSlot().release();
    }
    expect(local.getShare().share).toEqual({ first: 20, until, later: 50 });
  });

  it('starts over when it has sent nothing for long, because others may have used the engine', async () => {
    const { process, loses, says, passes, now } = createMachine();
    says({ machines: 6 });
    await process().send(1);
    loses();
    await process().send(1);
    passes(3 * LONGEST);
    const { ask, local } = process();
    await ask();
    expect(local.getShare().share).toEqual({ first: 5, until: now() + LONGEST, later: 50 });
  });

  it('keeps to its share although another process of the machine has found the engine', async () => {
    const { process, loses, says } = createMachine();
    const [one, other] = [process(), process()];
    says({ machines: 6 });
    await one.send(1);
    loses();
    await one.send(1);
    says({ machines: 6 });
    await other.send(1);
    expect(one.local.getShare().share.later).toBe(300);
    // Its own way there has not been tried again yet.
    expect(one.link.isAway()).toBe(true);
    const turn = one.turn();
    expect(await turn.getWaitMs()).toBe(0);
    expect(one.local.getShare().share).toMatchObject({ first: 5, later: 50 });
  });

  it('tries the engine again before it sends, when the last try was long ago', async () => {
    const { process, loses, says, passes } = createMachine();
    const { send, link, local } = process();
    says({ machines: 6 });
    await send(1);
    loses();
    await send(1);
    says({ machines: 6 });
    passes(60_000);
    await send(1);
    expect(link.isAway()).toBe(false);
    expect(local.getShare().share.later).toBe(300);
  });
});
