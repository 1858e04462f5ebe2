/** The checks of `toile doctor` on this machine, and its request for the service index (`GET /v1`). */

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
import type { CommandContext } from './command-context.ts';

/** The result of one check of `toile doctor`. `fix` is the remedy, if there is one. */
export type CheckResult = Omit<DoctorFinding, 'fix'> & { readonly fix?: string | undefined };

/** The checked values of the response to `GET /v1`, the service index. `ms` is the duration of the request. */
export interface IndexResponse {
  readonly ms: number;
  readonly status: number;
  /** The `Date` header in milliseconds since 1970; undefined if it is missing or invalid. */
  readonly date: number | undefined;
  /** The member `version` of the service index (specification 2.2). Its type is not checked. */
  readonly version: unknown;
}

const INDEX_TIMEOUT_MS = 10_000;
const NETWORK_HINT = shellText`check the address and the network, then try again`;

const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/**
 * Tests a folder by writing a file, and creates the folder if needed. Returns a problem; undefined if the folder is
 * safe and writable.
 */
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
  const folders = await storage.resolveFolders();
  const paths = [...new Set([folders.config, folders.state, folders.cache])];
  const problems = (await Promise.all(paths.map((path) => checkFolder(system, path)))).filter(
    (problem) => problem !== undefined,
  );
  if (problems.length === 0)
    return { check: 'folders', state: 'ok', message: `writable: ${paths.join(', ')}` };
  return {
    check: 'folders',
    state: 'problem',
    message: problems.join('; '),
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
  const setupCommand = COMPLETION_COMMANDS[shell];
  if (setupCommand === undefined) {
    return {
      check,
      state: 'note',
      message: 'SHELL is not set, or toile has no completion for this shell',
      fix: 'toile help completion',
    };
  }
  const texts = await Promise.all(
    (SHELL_FILES[shell] ?? []).map((file) => readText(resolveUserPath(platform.home, file)).catch(() => '')),
  );
  if (texts.some((text) => /toile completion|__toile_|#compdef toile/.test(text))) {
    return { check, state: 'ok', message: `${shell} completion is set up` };
  }
  return { check, state: 'note', message: `${shell} completion is not set up`, fix: setupCommand };
};

const formatProxyHost = (address: string): string => {
  // Only the host is returned, because the address of a proxy may contain a password.
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.host || 'an invalid address';
};

const checkProxy = async ({ env, platform }: HostSystem): Promise<CheckResult> => {
  const check = 'proxy';
  const settings = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].flatMap((name) => {
    const value = env[name.toLowerCase()] ?? env[name];
    return value ? [`${name} is ${formatProxyHost(value)}`] : [];
  });
  const certificateFile = env.TOILE_CA_FILE;
  if (certificateFile) {
    const isReadable = await access(resolveUserPath(platform.cwd, certificateFile), constants.R_OK).then(
      () => true,
      () => false,
    );
    if (!isReadable) {
      return {
        check,
        state: 'problem',
        message: `cannot read TOILE_CA_FILE ${certificateFile}`,
        fix: 'correct or unset TOILE_CA_FILE',
      };
    }
    settings.push(`TOILE_CA_FILE is ${certificateFile}`);
  }
  return { check, state: 'ok', message: settings.length > 0 ? settings.join('; ') : 'no proxy set' };
};

/** Checks the shared server at the address in TOILE_SHARED. Returns an empty list without this variable. */
const checkSharedEngine = async ({
  http,
  identity,
  explainError,
}: CommandContext): Promise<readonly CheckResult[]> => {
  const check = 'shared';
  try {
    // The server of TOILE_SHARED can be checked even if the user is not signed in. `readCaller` then fails, and its
    // error is ignored.
    const caller = async () => identity.readCaller().catch(() => undefined);
    const engine = await http.openSharedEngine();
    const health = await engine?.checkEngine(await http.readRateLimit(), await caller());
    if (health === undefined) return [];
    const message = `the shared server at ${health.engine} answered in ${health.ms} ms`;
    if (health.isEvicting) {
      const fix = 'set maxmemory-policy noeviction on the server';
      return [
        { check, state: 'problem', message: `${message}, but it deletes data when its memory is full`, fix },
      ];
    }
    if (!health.isPersistent) {
      const fix = 'set appendonly yes and appendfsync always on the server';
      return [{ check, state: 'problem', message: `${message}, but it loses data when it stops`, fix }];
    }
    if (health.store !== 'same') {
      const why = {
        unnamed: 'TOILE_SHARED has no store id',
        none: 'its store has no id: it is new or was emptied',
        other: 'the id of its store differs from TOILE_SHARED',
      }[health.store];
      const problem = `${message}, but ${why}, so toile sends no Tech Pack requests`;
      return [{ check, state: 'problem', message: problem, fix: 'toile shared init' }];
    }
    return [{ check, state: 'ok', message }];
  } catch (error) {
    const { message, hint } = explainError(error);
    return [{ check, state: 'problem', message, fix: hint ?? 'check TOILE_SHARED' }];
  }
};

/**
 * Checks this machine: the program, its folders (with a test file), completion, the proxy and the server of
 * TOILE_SHARED. Sends nothing to the service.
 */
export const checkMachine = async (context: CommandContext): Promise<readonly CheckResult[]> => {
  const { system } = context;
  const message = `toile ${system.version} on ${system.runtime}, ${system.platform.platform}`;
  return [
    { check: 'program', state: 'ok', message },
    await checkFolders(context),
    await checkCompletion(system),
    await checkProxy(system),
    ...(await checkSharedEngine(context)),
  ];
};

/**
 * Requests the service index without a credential. Returns any HTTP status. Throws Unavailable if the network fails or
 * there is no response within 10 seconds.
 */
export const requestIndex = async ({
  system: { clock },
  signal,
  http,
  target,
}: CommandContext): Promise<IndexResponse> => {
  const [{ baseUrl }, send] = await Promise.all([target(), http.openRawFetch()]);
  const startedAt = clock.now();
  const limit = AbortSignal.timeout(INDEX_TIMEOUT_MS);
  const init = {
    method: 'GET',
    headers: { accept: 'application/json' },
    redirect: 'manual',
    credentials: 'omit',
    signal: AbortSignal.any([signal, limit]),
  } as const;
  const url = `${baseUrl}/v1`;
  const fetchIndex = async () => {
    const response = await send(url, init);
    return { response, text: await readBoundedText(response) };
  };
  const { response, text } = await fetchIndex().catch(async (error: unknown) => {
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
    ms: Math.round(clock.now() - startedAt),
    status: response.status,
    date: Number.isNaN(date) ? undefined : date,
    version,
  };
};
