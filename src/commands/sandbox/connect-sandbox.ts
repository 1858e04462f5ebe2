import { Failure, NotFound, Unavailable, UsageError } from '../../platform/errors.ts';
import { type Hint, hintText, nextCommand } from '../../platform/escape/shell.ts';
import { openSandboxRegistry } from '../../platform/state/sandbox-registry.ts';
import type { SandboxControl, SandboxErrorCode } from '../../sandbox/index.ts';
import type { CommandContext } from '../command-context.ts';

/** The sandbox that a command controls: its address, and the object with the control operations. */
export interface ConnectedSandbox {
  /** The address of the sandbox server; null for the embedded sandbox, which has no server. */
  readonly base_url: string | null;
  readonly control: SandboxControl;
}

type SandboxErrorOptions = { readonly code: string; readonly hint?: Hint; readonly cause: unknown };

const SANDBOX_ERROR_CLASSES: Readonly<
  Record<SandboxErrorCode, new (message: string, options: SandboxErrorOptions) => Error>
> = {
  unknown_purchase: NotFound,
  nothing_to_pay: Failure,
  not_payable: Failure,
  unknown_scenario: UsageError,
  unknown_key: UsageError,
  invalid_time: UsageError,
  control_refused: Failure,
  control_unreachable: Unavailable,
};

const SANDBOX_ERROR_HINTS: Readonly<Partial<Record<SandboxErrorCode, Hint>>> = {
  control_unreachable: hintText`${nextCommand`toile sandbox start`} starts one`,
  unknown_scenario: hintText`${nextCommand`toile help sandbox`} explains the scenarios`,
};

/** Runs a control operation and converts its SandboxError to the error class with the right exit code. */
export const withSandboxErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'SandboxError' || !('code' in error)) throw error;
    const Class = SANDBOX_ERROR_CLASSES[error.code as SandboxErrorCode] ?? Failure;
    const hint = SANDBOX_ERROR_HINTS[error.code as SandboxErrorCode];
    throw new Class(error.message.replace(/\.$/, ''), {
      code: String(error.code),
      ...(hint && { hint }),
      cause: error,
    });
  }
};

const stripTrailingSlashes = (address: string): string => address.replace(/\/+$/, '');

/**
 * Connects to the sandbox that a command controls. With `--sandbox`, it is the sandbox inside this process. Otherwise,
 * it is the running server at the address in `--base-url` or TOILE_BASE_URL, else the running server that was started
 * last, else the sandbox inside this process. Throws a UsageError if no sandbox that this user started runs at the
 * address in `--base-url`.
 */
export const connectSandbox = async ({
  system,
  globalFlags,
  storage,
  openSandbox,
  signal,
}: CommandContext): Promise<ConnectedSandbox> => {
  const connectToEmbedded = async () => ({ base_url: null, control: (await openSandbox()).control });
  if (globalFlags.sandbox === true) return connectToEmbedded();
  const { state } = await storage.resolveFolders();
  const running = await openSandboxRegistry(state, storage.processInfo, storage.noteOnce).list();
  const findRunning = (address: unknown) =>
    typeof address === 'string'
      ? running.find((sandbox) => stripTrailingSlashes(sandbox.base_url) === stripTrailingSlashes(address))
      : undefined;
  const flag = globalFlags['base-url'];
  if (flag !== undefined && !findRunning(flag)) {
    throw new UsageError(`no sandbox that this user started runs at ${flag}`, {
      hint: hintText`${nextCommand`toile sandbox start`} prints its address`,
    });
  }
  const chosen = findRunning(flag) ?? findRunning(system.env.TOILE_BASE_URL) ?? running[0];
  if (!chosen) return connectToEmbedded();
  const { createRemoteControl } = await import('../../sandbox/index.ts');
  const control = createRemoteControl(chosen.base_url, chosen.secret, await system.network(), signal);
  return { base_url: chosen.base_url, control };
};
