import { advice, type Hint, toType } from '../border/shell.ts';
import type { SteeredSandbox } from '../commands/facet-types.ts';
import type { Given } from '../commands/typed.ts';
import { Failure, NotFound, Unavailable, UsageError } from '../errors.ts';
import type { SandboxControl, SandboxErrorCode } from '../sandbox/index.ts';
import type { Embedded } from './sandbox.ts';
import type { Storage } from './storage.ts';
import type { Outside } from './system.ts';

type Words = { readonly code: string; readonly hint?: Hint; readonly cause: unknown };

const CLASSES: Readonly<Record<SandboxErrorCode, new (message: string, telling: Words) => Error>> = {
  unknown_purchase: NotFound,
  nothing_to_pay: Failure,
  not_payable: Failure,
  unknown_scenario: UsageError,
  unknown_key: UsageError,
  invalid_time: UsageError,
  control_refused: Failure,
  control_unreachable: Unavailable,
};

const HINTS: Readonly<Partial<Record<SandboxErrorCode, Hint>>> = {
  control_unreachable: advice`${toType`toile sandbox start`} starts one`,
  unknown_scenario: advice`${toType`toile help sandbox`} says what each does`,
};

/** Runs what steers the sandbox, and puts its refusals into the classes that carry exit codes. */
export const steered = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'SandboxError' || !('code' in error)) throw error;
    const Class = CLASSES[error.code as SandboxErrorCode] ?? Failure;
    const hint = HINTS[error.code as SandboxErrorCode];
    throw new Class(error.message.replace(/\.$/, ''), {
      code: String(error.code),
      ...(hint && { hint }),
      cause: error,
    });
  }
};

const worded = (control: SandboxControl): SandboxControl => ({
  status: () => steered(() => control.status()),
  reset: () => steered(() => control.reset()),
  advance: (ms) => steered(() => control.advance(ms)),
  pay: (purchase) => steered(() => control.pay(purchase)),
  scenario: (name) => steered(() => control.scenario(name)),
  revoke: (key) => steered(() => control.revoke(key)),
});

const bare = (address: string): string => address.replace(/\/+$/, '');

/**
 * The sandbox to steer: the embedded one with `--sandbox` or where none runs, else the one that `--base-url` or
 * TOILE_BASE_URL names, else the one that was started last.
 */
export const sandboxToSteer = async (
  outside: Outside,
  everywhere: Given,
  kept: Storage,
  world: () => Promise<Embedded>,
): Promise<SteeredSandbox> => {
  const here = async () => ({ base_url: null, control: worded((await world()).control) });
  if (everywhere.sandbox === true) return here();
  const running = await (await kept.running()).list();
  const at = (address: unknown) =>
    typeof address === 'string' ? running.find((one) => bare(one.base_url) === bare(address)) : undefined;
  const flag = everywhere['base-url'];
  if (flag !== undefined && !at(flag)) {
    throw new UsageError(`no sandbox that this user started runs at ${flag}`, {
      hint: advice`${toType`toile sandbox start`} says at which address it answers`,
    });
  }
  const found = at(flag) ?? at(outside.env.TOILE_BASE_URL) ?? running[0];
  if (!found) return here();
  const { remoteControl } = await import('../sandbox/index.ts');
  const send = await outside.network();
  const control = remoteControl(found.base_url, found.secret, send as Parameters<typeof remoteControl>[2]);
  return { base_url: found.base_url, control: worded(control) };
};
