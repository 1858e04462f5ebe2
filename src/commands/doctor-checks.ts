/** The checks of `toile doctor` on this machine, and the request for the index of the service. */

import type { DoctorFinding } from '../output/views/doctor.ts';
import { ToileError, Unavailable } from '../platform/errors.ts';
import { shellText } from '../platform/escape/shell.ts';
import { access, constants, mkdir, readText, rm, writeFile } from '../platform/files/safe-fs.ts';
import { joinPath, resolveUserPath, type SafePath } from '../platform/files/safe-path.ts';
import { parseResponseJson } from '../platform/json/parse-json.ts';
import { checkFileTrust, formatTrustWarning } from '../platform/system/file-trust.ts';
import type { HostSystem } from '../platform/system/host-system.ts';
import { explainNetworkError } from '../service/http/explain-network-error.ts';
import { readBoundedText } from '../service/http/send-attempt.ts';
import type { RawFetch } from '../service/http/transport-options.ts';
import type { CommandContext } from './command-context.ts';

/** The result of one check of `toile doctor`. `fix` is the remedy, if there is one. */
export type CheckResult = Omit<DoctorFinding, 'fix'> & { readonly fix?: string | undefined };

/** The part of the response to `GET /v1`, the service index, that is checked. `ms` is the duration of the request. */
export interface IndexResponse {
  readonly ms: number;
  readonly status: number;
  /** The `Date` header in milliseconds since 1970; undefined if it is missing or invalid. */
  readonly date: number | undefined;
  /** The member `version` of the index, unchecked (specification 2.2). */
  readonly version: unknown;
}

const INDEX_TIMEOUT_MS = 10_000;
const NETWORK_HINT = shellText`check the address and the network, then try again`;

const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** Tests a folder by writing a file. Returns what is wrong with it; undefined if it is safe and writable. */
const checkFolder = async (system: HostSystem, path: SafePath): Promise<string | undefined> => {
  const doubt = checkFileTrust(path);
  if (doubt !== undefined) return formatTrustWarning(doubt);
  const probe = joinPath(path, `.doctor-${system.platform.pid}`);
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await writeFile(probe, '', { mode: 0o600 });
    await rm(probe);
    return undefined;
  } catch (error) {
    return `cannot write to ${path}: ${getErrorCode(error)}`;
  }
};

const checkFolders = async ({ system, storage }: CommandContext): Promise<CheckResult> => {
  const all = await storage.resolveFolders();
  const paths = [...new Set([all.config, all.state, all.cache])];
  const wrong = (await Promise.all(paths.map((path) => checkFolder(system, path)))).filter(
    (said) => said !== undefined,
  );
  if (wrong.length === 0) return { check: 'folders', state: 'ok', says: `writable: ${paths.join(', ')}` };
  return {
    check: 'folders',
    state: 'problem',
    says: wrong.join('; '),
    fix: 'set TOILE_HOME to a writable folder',
  };
};

/** The files in which each shell sets up completion, relative to the home folder. */
const SHELL_FILES: Readonly<Record<string, readonly string[]>> = {
  bash: ['.bashrc', '.bash_profile', '.bash_completion', '.local/share/bash-completion/completions/toile'],
  zsh: ['.zshrc', '.zprofile', '.zfunc/_toile'],
  fish: ['.config/fish/completions/toile.fish', '.config/fish/config.fish'],
};

const COMPLETION_COMMANDS: Readonly<Record<string, string>> = {
  bash: "echo 'source <(toile completion bash)' >> ~/.bashrc",
  zsh: "echo 'source <(toile completion zsh)' >> ~/.zshrc",
  fish: "echo 'toile completion fish | source' >> ~/.config/fish/config.fish",
};

const checkCompletion = async ({ env, platform }: HostSystem): Promise<CheckResult> => {
  const check = 'completion';
  const shell = (env.SHELL ?? '').split('/').at(-1) ?? '';
  const how = COMPLETION_COMMANDS[shell];
  if (how === undefined) {
    return {
      check,
      state: 'note',
      says: 'SHELL names no shell that toile can complete',
      fix: 'toile help completion',
    };
  }
  const texts = await Promise.all(
    (SHELL_FILES[shell] ?? []).map((file) => readText(resolveUserPath(platform.home, file)).catch(() => '')),
  );
  if (texts.some((text) => /toile completion|__toile_|#compdef toile/.test(text))) {
    return { check, state: 'ok', says: `${shell} completion is set up` };
  }
  return { check, state: 'note', says: `${shell} completion is not set up`, fix: how };
};

const formatProxyHost = (address: string): string => {
  // Only the host is returned, because the address of a proxy may contain a password.
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.host || 'an invalid address';
};

const checkProxy = async ({ env, platform }: HostSystem): Promise<CheckResult> => {
  const check = 'proxy';
  const named = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].flatMap((name) => {
    const value = env[name.toLowerCase()] ?? env[name];
    return value ? [`${name} is ${formatProxyHost(value)}`] : [];
  });
  const ca = env.TOILE_CA_FILE;
  if (ca) {
    const readable = await access(resolveUserPath(platform.cwd, ca), constants.R_OK).then(
      () => true,
      () => false,
    );
    if (!readable) {
      return {
        check,
        state: 'problem',
        says: `cannot read TOILE_CA_FILE ${ca}`,
        fix: 'correct or unset TOILE_CA_FILE',
      };
    }
    named.push(`TOILE_CA_FILE is ${ca}`);
  }
  return { check, state: 'ok', says: named.length > 0 ? named.join('; ') : 'no proxy set' };
};

/** Checks the shared server at the address in TOILE_SHARED. Returns an empty list without this variable. */
const checkSharedEngine = async ({
  http,
  identity,
  explainError,
}: CommandContext): Promise<readonly CheckResult[]> => {
  const check = 'shared';
  try {
    // The server can be checked before a sign-in too; the caller is then unknown.
    const caller = async () => identity.readCaller().catch(() => undefined);
    const engine = await http.openSharedEngine();
    const seen = await engine?.checkEngine(await http.readRateLimit(), await caller());
    if (seen === undefined) return [];
    const says = `the shared server at ${seen.engine} answered in ${seen.ms} ms`;
    if (seen.isEvicting) {
      const fix = 'set maxmemory-policy noeviction on the server';
      return [{ check, state: 'problem', says: `${says}, but it deletes data when its memory is full`, fix }];
    }
    if (!seen.isPersistent) {
      const fix = 'set appendonly yes and appendfsync always on the server';
      return [{ check, state: 'problem', says: `${says}, but it loses data when it stops`, fix }];
    }
    if (seen.store !== 'same') {
      const why = {
        unnamed: 'TOILE_SHARED has no store id',
        none: 'its store has no id: it is new or was emptied',
        other: 'the id of its store differs from TOILE_SHARED',
      }[seen.store];
      const found = `${says}, but ${why}, so toile sends no Tech Pack requests`;
      return [{ check, state: 'problem', says: found, fix: 'toile shared init' }];
    }
    return [{ check, state: 'ok', says }];
  } catch (error) {
    const { message, hint } = explainError(error);
    return [{ check, state: 'problem', says: message, fix: hint ?? 'check TOILE_SHARED' }];
  }
};

/**
 * Checks this machine: the program, its folders (with a test file), completion, the proxy and the server of
 * TOILE_SHARED. Sends nothing to the service.
 */
export const checkMachine = async (context: CommandContext): Promise<readonly CheckResult[]> => {
  const { system } = context;
  const says = `toile ${system.version} on ${system.runtime}, ${system.platform.platform}`;
  return [
    { check: 'program', state: 'ok', says },
    await checkFolders(context),
    await checkCompletion(system),
    await checkProxy(system),
    ...(await checkSharedEngine(context)),
  ];
};

/** Requests the service index without a credential. Throws Unavailable without a response within 10 seconds. */
export const requestIndex = async ({
  system: { clock },
  signal,
  http,
  target,
}: CommandContext): Promise<IndexResponse> => {
  const [{ baseUrl }, send] = await Promise.all([target(), http.openRawFetch()]);
  const began = clock.now();
  const limit = AbortSignal.timeout(INDEX_TIMEOUT_MS);
  const init = {
    method: 'GET',
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.any([signal, limit]),
  } as const;
  const url = `${baseUrl}/v1`;
  const answered = async () => {
    const response = await send(url, init as unknown as Parameters<RawFetch>[1]);
    return { response, text: await readBoundedText(response) };
  };
  const { response, text } = await answered().catch(async (error: unknown) => {
    signal.throwIfAborted();
    if (limit.aborted)
      throw new Unavailable(`the service did not answer within ${INDEX_TIMEOUT_MS / 1000} seconds`, {
        hint: NETWORK_HINT,
      });
    if (error instanceof ToileError) throw error;
    const { message, hint, code } = explainNetworkError(error, new URL(url));
    throw new Unavailable(message, { hint, code, cause: error });
  });
  const date = Date.parse(response.headers.get('date') ?? '');
  let version: unknown;
  try {
    version = (parseResponseJson(text) as { readonly version?: unknown } | null)?.version;
  } catch {
    version = undefined;
  }
  return {
    ms: Math.round(clock.now() - began),
    status: response.status,
    date: Number.isNaN(date) ? undefined : date,
    version,
  };
};
