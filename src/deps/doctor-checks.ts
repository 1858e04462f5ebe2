import { basename } from 'node:path';
import { access, constants, mkdir, readText, rm, writeFile } from '../border/files.ts';
import { namedPath, type Path, within } from '../border/path.ts';
import { typeable } from '../border/shell.ts';
import type { Finding, Reached } from '../commands/facet-types.ts';
import { ToileError, Unavailable } from '../errors.ts';
import { doubtAbout, doubtful } from '../system/file-trust.ts';
import type { RawFetch } from '../transport/index.ts';
import type { SeenEngine } from './shared-engine.ts';
import type { Storage } from './storage.ts';
import type { Outside } from './system.ts';

const PATIENCE = 10_000;
const TRY = typeable`check the address and the network, then try again`;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/**
 * What others could have written is not used. Otherwise it is tried, since what a folder's mode allows is not all that
 * decides: a full disk, a read-only mount.
 */
const folder = async (outside: Outside, path: Path): Promise<string | undefined> => {
  const doubt = doubtAbout(path);
  if (doubt !== undefined) return doubtful(doubt);
  const probe = within(path, `.doctor-${outside.platform.pid}`);
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await writeFile(probe, '', { mode: 0o600 });
    await rm(probe);
    return undefined;
  } catch (error) {
    return `${path} cannot be written to: ${codeOf(error)}`;
  }
};

const folders = async (outside: Outside, kept: Storage): Promise<Finding> => {
  const all = await kept.folders();
  const paths = [...new Set([all.config, all.state, all.cache])];
  const wrong = (await Promise.all(paths.map((path) => folder(outside, path)))).filter(
    (said) => said !== undefined,
  );
  if (wrong.length === 0)
    return { check: 'folders', state: 'ok', says: `${paths.join(', ')} can be written to` };
  return {
    check: 'folders',
    state: 'problem',
    says: wrong.join('; '),
    fix: 'set TOILE_HOME to a folder that you can write to',
  };
};

/** Where each shell looks for what it is told of programs, below the home folder. */
const RC: Readonly<Record<string, readonly string[]>> = {
  bash: ['.bashrc', '.bash_profile', '.bash_completion', '.local/share/bash-completion/completions/toile'],
  zsh: ['.zshrc', '.zprofile', '.zfunc/_toile'],
  fish: ['.config/fish/completions/toile.fish', '.config/fish/config.fish'],
};

const HOW: Readonly<Record<string, string>> = {
  bash: "echo 'source <(toile completion bash)' >> ~/.bashrc",
  zsh: "echo 'source <(toile completion zsh)' >> ~/.zshrc",
  fish: 'toile completion fish > ~/.config/fish/completions/toile.fish',
};

const completion = async ({ env, platform }: Outside): Promise<Finding> => {
  const check = 'completion';
  const shell = basename(env.SHELL ?? '');
  const how = HOW[shell];
  if (how === undefined) {
    return {
      check,
      state: 'note',
      says: 'no shell that toile knows is named by SHELL',
      fix: 'toile help completion',
    };
  }
  const texts = await Promise.all(
    (RC[shell] ?? []).map((file) => readText(namedPath(platform.home, file)).catch(() => '')),
  );
  if (texts.some((text) => /toile completion|__toile_|#compdef toile/.test(text))) {
    return { check, state: 'ok', says: `${shell} knows toile's words` };
  }
  return { check, state: 'note', says: `${shell} does not complete toile's words yet`, fix: how };
};

const shown = (address: string): string => {
  // A proxy's address may hold a password.
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.host || 'an address that cannot be read';
};

const proxy = async ({ env, platform }: Outside): Promise<Finding> => {
  const check = 'proxy';
  const named = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].flatMap((name) => {
    const value = env[name.toLowerCase()] ?? env[name];
    return value ? [`${name} names ${shown(value)}`] : [];
  });
  const ca = env.TOILE_CA_FILE;
  if (ca) {
    const readable = await access(namedPath(platform.cwd, ca), constants.R_OK).then(
      () => true,
      () => false,
    );
    if (!readable) {
      return {
        check,
        state: 'problem',
        says: `TOILE_CA_FILE names ${ca}, which cannot be read`,
        fix: 'unset TOILE_CA_FILE',
      };
    }
    named.push(`TOILE_CA_FILE names ${ca}`);
  }
  return { check, state: 'ok', says: named.length > 0 ? named.join('; ') : 'none is named' };
};

/** The engine that machines share, where one is named. */
const engine = async (
  look: () => Promise<SeenEngine | undefined>,
  explain: (error: unknown) => ToileError,
): Promise<readonly Finding[]> => {
  const check = 'shared';
  try {
    const seen = await look();
    if (seen === undefined) return [];
    const says = `the engine at ${seen.engine} answered in ${seen.ms} ms`;
    if (seen.isEvicting) {
      const fix = 'set its maxmemory-policy to noeviction';
      return [
        { check, state: 'problem', says: `${says}, but drops what it holds when its memory is full`, fix },
      ];
    }
    if (!seen.isKept) {
      const fix = 'set appendonly yes and appendfsync always there';
      return [{ check, state: 'problem', says: `${says}, but loses what it holds when it ends`, fix }];
    }
    if (seen.store !== 'same') {
      const why = {
        unnamed: 'TOILE_SHARED has no store id',
        none: 'its store has no id: it was emptied, or is new',
        other: 'its store has another id than TOILE_SHARED',
      }[seen.store];
      const found = `${says}, but ${why}, so no Tech Pack is requested`;
      return [{ check, state: 'problem', says: found, fix: 'toile shared init' }];
    }
    return [{ check, state: 'ok', says }];
  } catch (error) {
    const { message, hint } = explain(error);
    return [{ check, state: 'problem', says: message, fix: hint ?? 'look at TOILE_SHARED' }];
  }
};

/** What can be said of this machine without sending anything to the service. */
export const machine = async (
  outside: Outside,
  kept: Storage,
  lookAtEngine: () => Promise<SeenEngine | undefined>,
  explain: (error: unknown) => ToileError,
): Promise<readonly Finding[]> => [
  {
    check: 'program',
    state: 'ok',
    says: `toile ${outside.version} on ${outside.runtime}, ${outside.platform.platform}`,
  },
  await folders(outside, kept),
  await completion(outside),
  await proxy(outside),
  ...(await engine(lookAtEngine, explain)),
];

/** Asks the index of an address, without a credential. Rejects with what the network says. */
export const reached = async (
  send: RawFetch,
  baseUrl: string,
  { clock }: Outside,
  signal: AbortSignal,
): Promise<Reached> => {
  const began = clock.now();
  const limit = AbortSignal.timeout(PATIENCE);
  const init = {
    method: 'GET',
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.any([signal, limit]),
  } as const;
  const url = `${baseUrl}/v1`;
  const answered = async () => {
    const [response, { boundedText }] = await Promise.all([
      send(url, init as unknown as Parameters<RawFetch>[1]),
      import('../transport/body.ts'),
    ]);
    return { response, text: await boundedText(response) };
  };
  const { response, text } = await answered().catch(async (error: unknown) => {
    signal.throwIfAborted();
    if (limit.aborted)
      throw new Unavailable(`no answer came within ${PATIENCE / 1000} seconds`, { hint: TRY });
    if (error instanceof ToileError) throw error;
    const { explain } = await import('../transport/explain.ts');
    const { message, hint, code } = explain(error, new URL(url));
    throw new Unavailable(message, { hint, code, cause: error });
  });
  const date = Date.parse(response.headers.get('date') ?? '');
  let version: unknown;
  try {
    const { readAnswer } = await import('../json/lossless.ts');
    version = (readAnswer(text) as { readonly version?: unknown } | null)?.version;
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
