/** The one place where real things are made, each when it is first asked for. */

import type { Account } from '../account/accounts.ts';
import type { Way } from '../account/oauth/token-endpoint.ts';
import type { SignIn } from '../account/sign-in.ts';
import { namedPath } from '../border/path.ts';
import { advice, type Typeable, toType } from '../border/shell.ts';
import type { DesignSummary, Fetch, Requested, RequestOptions, Routes, Whole } from '../client/index.ts';
import type { Target } from '../commands/facet-types.ts';
import type { Deps } from '../commands/facets.ts';
import type { Given } from '../commands/typed.ts';
import type { Ask, Telling } from '../contract.ts';
import { NotSignedIn, type ToileError, UsageError } from '../errors.ts';
import type { Spent } from '../purchases/spent-notice.ts';
import type { RawFetch, Send, TransportEvent } from '../transport/index.ts';
import { patienceFor } from '../wait.ts';
import { registrationOf, whereaboutsOf } from './assistant-entry.ts';
import { documentTexts, landings } from './downloads.ts';
import { drawingIn } from './drawing.ts';
import { bodyIn, measuredFile, readNamedFile, standingAt } from './files.ts';
import { heldIn, mirrors } from './mirror.ts';
import { mayOpen, openAddress, openPage } from './open-browser.ts';
import { ledgers, pacing } from './rate-limiters.ts';
import { renewal } from './renewal.ts';
import { embedded, serve } from './sandbox.ts';
import { serveTools } from './serve-tools.ts';
import { addressFrom, checkedAddress, serviceAddress } from './service-address.ts';
import { fontIn, missingTerms, pageOf, seasonPageOf, termsIn } from './sheet.ts';
import { spawnAttached } from './spawn.ts';
import { sandboxToSteer } from './steering.ts';
import { storage } from './storage.ts';
import type { Outside } from './system.ts';
import { afterMark, unpaid } from './unpaid-fetch.ts';
import { debugLine, waitsTold } from './wait-countdown.ts';
import { revoking, signingInByWeb } from './web-sign-in.ts';
import { returnedIn, workbookBytes } from './workbook.ts';

export interface Made {
  readonly outside: Outside;
  readonly signal: AbortSignal;
  readonly everywhere: Given;
  readonly toile: Typeable;
  readonly ask: Ask;
  /** Milliseconds that a request may spend waiting; may be Infinity. */
  readonly maxWait: number;
  /** Milliseconds that the whole command may spend so, and one request, where somebody said so. */
  readonly mostWait: number | undefined;
  readonly requestTimeout: number | undefined;
  tell(telling: Telling): void;
  explain(error: unknown): ToileError;
}

/** What main may do with them besides handing them to a command. */
export interface MadeDeps extends Deps {
  /** The credential in use, if anything asked for it. */
  knownSignIn(): SignIn | undefined;
  /** What was spent in this run, as far as a command said so. */
  knownSpent(): Spent | undefined;
  close(): Promise<void>;
}

/** The first call makes it, every later one gets the same. What failed is tried again by the next call. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) & { forget(): void } => {
  let made: Promise<T> | undefined;
  const forget = (): void => {
    made = undefined;
  };
  const get = (): Promise<T> => {
    made ??= make().catch((error: unknown) => {
      forget();
      throw error;
    });
    return made;
  };
  return Object.assign(get, { forget });
};

const typed = (flags: Given, name: string): string | undefined => {
  const value = flags[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

export const createDeps = (made: Made): MadeDeps => {
  const { outside, signal, everywhere, toile, ask, maxWait, tell, explain } = made;
  const { env, clock } = outside;
  const patience = made.mostWait === undefined ? undefined : patienceFor(made.mostWait);
  const from = typed(everywhere, 'sandbox-from');
  const sandboxed = everywhere.sandbox === true || from !== undefined;
  const note = (text: string): void => tell({ kind: 'note', text });
  const kept = storage({ outside, person: ask.possible, signal, tell });
  const world = once(() => embedded(outside, kept, from, note));
  const accountFlag = typed(everywhere, 'account');
  let signedIn: SignIn | undefined;
  let spent: Spent | undefined;
  const seen: DesignSummary[] = [];

  const chosenAccount = async () =>
    (await import('../account/chosen-account.ts')).chosenAccount(accountFlag, env);
  const account = once(async (): Promise<Account | undefined> => {
    const { named } = await chosenAccount();
    return (await kept.accounts()).chosen(named);
  });

  const target = once(async (): Promise<Target> => {
    if (sandboxed) {
      const { baseUrl } = await world();
      return { baseUrl, account: accountFlag, sandbox: true };
    }
    const { baseUrl, own } = await serviceAddress(everywhere, env, account);
    if (baseUrl === undefined) {
      throw new NotSignedIn('no address of the service is known: it has no published one', {
        code: 'no_address',
        hint: advice`${toType`toile login`}, or set TOILE_BASE_URL; without a key: toile --sandbox ...`,
      });
    }
    return {
      baseUrl: checkedAddress(baseUrl, everywhere['insecure-http'] === true),
      account: own?.name,
      sandbox: false,
    };
  });

  const signIn = once(async (): Promise<SignIn> => {
    const { baseUrl } = await target();
    signedIn = sandboxed
      ? await (await world()).signIn(accountFlag)
      : await kept.credential(baseUrl, accountFlag, renewed.unwrap);
    return signedIn;
  });

  const way = async (): Promise<Way> => {
    const { webFetch } = await import('../account/oauth/web-fetch.ts');
    return { fetch: webFetch(await sending(), signal), isSafe: mayOpen, know: outside.io.secrets.know };
  };
  const renewed = renewal({ kept, clock, maxWait, way, know: outside.io.secrets.know });
  const bare = once(async () => (sandboxed ? (await world()).fetch : outside.network()));
  const shared = once(async () =>
    sandboxed || !env.TOILE_SHARED
      ? undefined
      : (await import('./shared-engine.ts')).sharedEngine(outside, kept, env.TOILE_SHARED),
  );
  let isInsisted = false;
  const purchases = once(async () => {
    const engine = await shared();
    if (engine === undefined) return kept.purchases();
    const [{ baseUrl, account }, { credential, kind }] = await Promise.all([target(), signIn()]);
    return engine.purchases({ baseUrl, account, credential, isKey: kind === 'api_key' }, () => isInsisted);
  });
  const caller = async () => {
    const [{ baseUrl }, { credential }] = await Promise.all([target(), signIn()]);
    return { origin: new URL(baseUrl).origin, credential };
  };
  /** Without a key nobody can be found who shares it, and this machine's own record is all there is. */
  const purchasesShown = async () =>
    purchases().catch((error: unknown) => {
      if (error instanceof NotSignedIn) return kept.purchases();
      throw error;
    });
  const books = ledgers(outside, kept, shared);
  const ledger = async () => books.of((await target()).baseUrl, (await signIn()).credential);
  const { pace, count } = pacing(clock, books.rate, sandboxed ? undefined : ledger, maxWait, patience);
  /** As it is; tokens that have ended are not renewed on the way. */
  const over = async (raw: RawFetch): Promise<Send> => {
    const { createFetch, wholly } = await import('../transport/retrying-fetch.ts');
    const send = createFetch({
      fetch: raw,
      clock,
      random: () => outside.random(),
      maxWait,
      patience,
      timeouts: made.requestTimeout === undefined ? undefined : wholly(made.requestTimeout),
      // The index takes no credential and is not counted; the embedded sandbox counts by itself.
      pace: async (url, { headers }) => {
        const credential = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1];
        if (sandboxed || credential === undefined) return undefined;
        return books.of(url, credential);
      },
      onEvent: watch,
    });
    // The embedded sandbox keeps nobody waiting, whatever it loads at its first answer.
    if (sandboxed) return send;
    return async (...request) => {
      tell({ kind: 'asking' });
      try {
        return await send(...request);
      } finally {
        tell({ kind: 'asking', over: true });
      }
    };
  };
  const sending = once(async () => over(await bare()));
  const renewing = (send: Send): Fetch => (sandboxed ? send : renewed.around(send));
  const fetch = once(async () => unpaid(renewing(await sending())));

  const listeners = new Set<(words: string) => void>();
  const tellWait = waitsTold({
    now: clock.now,
    terminal: outside.io.err.terminal,
    tell: (telling) => {
      tell(telling);
      if (telling.kind === 'busy') for (const listener of listeners) listener(telling.text);
    },
  });
  /** Waits are told to whoever watches; with --debug every attempt is. Events hold no secret. */
  const watch = (event: TransportEvent): void => {
    if (event.kind === 'attempt') count();
    tellWait(event);
    debug(event);
  };
  const debug = (event: TransportEvent): void => {
    if (outside.isDebug(everywhere)) void outside.io.err.write(debugLine(event));
  };

  const options = async (
    baseUrl: string,
    credential: string | undefined,
    send: () => Promise<Fetch> = fetch,
  ): Promise<RequestOptions> => {
    const { readAnswer } = await import('../json/lossless.ts');
    return {
      baseUrl,
      ...(credential === undefined ? {} : { credential }),
      fetch: await send(),
      parse: readAnswer,
      userAgent: `toile/${outside.version}`,
    };
  };

  const clientFor = async (baseUrl: string, credential: string): Promise<Routes> => {
    outside.io.secrets.know(credential);
    const address = checkedAddress(baseUrl, everywhere['insecure-http'] === true);
    return new (await import('../client/routes.ts')).Routes(await options(address, credential));
  };

  /** The credential, which may take its time in a keychain, while everything else is loaded. */
  const ready = async (): Promise<{ readonly baseUrl: string; readonly credential: string }> => {
    const { baseUrl } = await target();
    const parts = [fetch(), import('../json/lossless.ts'), import('../client/routes.ts')];
    const [{ credential }] = await Promise.all([signIn(), ...parts]);
    return { baseUrl, credential };
  };
  const request = async (requested: Requested, send?: () => Promise<Fetch>): Promise<Whole<unknown>> => {
    const client = await import('../client/request.ts');
    const isIndex = /^\/v1\/?$/.test(requested.path.split('?')[0] ?? '');
    const { baseUrl, credential } = isIndex
      ? { baseUrl: (await target()).baseUrl, credential: undefined }
      : await ready();
    return client.request(await options(baseUrl, credential, send), requested);
  };

  const api = once(async () => {
    const { baseUrl, credential } = await ready();
    return clientFor(baseUrl, credential);
  });

  const signing = { outside, clock, signal, ask, tell, explain, sending, way };
  const hostFiles = () => import('../mcp/hosts/host-file.ts');
  const skill = async () => (await import('./help.ts')).skill();
  const documents = {
    outside,
    everywhere,
    signal,
    maxWait,
    fetch: bare,
    service: async () => (await target()).baseUrl,
    tell,
    // A link is not a route of the service, and counts for no limit of it.
    watch: (event: TransportEvent) => (event.kind === 'attempt' ? debug(event) : watch(event)),
  };

  return {
    signal,
    clock,
    mostWait: made.mostWait ?? Number.POSITIVE_INFINITY,
    random: () => outside.random(),
    tell,
    ask,
    toile,
    chosenAccount,
    stdin: () => {
      if (!outside.io.input.terminal) return outside.io.input.text(signal);
      throw new UsageError('stdin is this terminal; nothing is piped into it');
    },
    readText: (path) => readNamedFile(namedPath(outside.platform.cwd, path)),
    givenBody: (from) =>
      bodyIn(outside, from, () => {
        if (everywhere['no-input'] === true)
          throw new UsageError('stdin is this terminal; nothing is piped into it');
        tell({ kind: 'note', text: 'waiting for a body (JSON) on this terminal; Ctrl-D ends it' });
      }),
    standing: (path) => standingAt(outside.platform.cwd, path),
    landing: landings(documents),
    documentText: documentTexts(documents),
    measured: (file) => measuredFile(namedPath(outside.platform.cwd, file)),
    drawing: (file) => drawingIn(outside.platform.cwd, file, signal),
    sheet: pageOf,
    seasonPage: seasonPageOf,
    missingTerms,
    font: (file) => fontIn(outside.platform.cwd, file),
    terms: (file, lang) => termsIn(outside.platform.cwd, file, lang),
    workbook: workbookBytes,
    returned: (file) => returnedIn(outside.platform.cwd, file),
    openPage: (file) => openPage(outside, file),
    open: (address) => openAddress(outside, address),
    explained: explain,
    purchases: purchasesShown,
    guardLocally: () => {
      if (sandboxed || !env.TOILE_SHARED) {
        throw new UsageError('--local-guard changes nothing where TOILE_SHARED names no engine');
      }
      isInsisted = true;
    },
    spent: (what) => {
      spent = what;
    },
    target,
    signIn,
    forgetSignIn: () => {
      for (const known of [account, target, signIn, api]) known.forget();
    },
    api,
    request: (requested) => request(requested),
    requestPaid: (requested, leaving) =>
      request(requested, async () => renewing(await over(afterMark(await bare(), leaving)))),
    addressOf: async (path) => {
      const { addressOf, readBase } = await import('../client/address.ts');
      return addressOf(readBase((await target()).baseUrl), path).href;
    },
    clientFor,
    asCredential: kept.asCredential,
    loginAddress: async (name) => {
      // Before a secret is kept under it, and before anybody is asked for one.
      (await import('../account/accounts.ts')).accountName(name);
      const { flag, variable } = addressFrom(everywhere, env);
      return flag ?? variable ?? (await (await kept.accounts()).find(name))?.base_url;
    },
    connectorAddress: async (name, typed) => {
      const url =
        typed ?? (env.TOILE_CONNECTOR_URL || (await (await kept.accounts()).find(name))?.connector_url);
      return url === undefined ? undefined : checkedAddress(url, everywhere['insecure-http'] === true);
    },
    signInByWeb: signingInByWeb(signing),
    revoke: revoking(signing),
    keyring: kept.keyring,
    accounts: kept.accounts,
    keyName: kept.keyName,
    forgetNames: kept.forgetNames,
    mirror: mirrors({
      outside,
      kept,
      signal,
      toile,
      maxWait,
      api,
      pace,
      fetch: bare,
      caller: async () => [(await target()).baseUrl, (await signIn()).credential],
      explain,
      watch: debug,
    }),
    held: (dir) => heldIn(outside, dir),
    remoteTools: async () => {
      const { remoteTools } = await import('./remote-tools.ts');
      const insecureHttp = everywhere['insecure-http'] === true;
      const named = { account, accountNamed: accountFlag, insecureHttp };
      const at = sandboxed ? { url: `${(await world()).baseUrl}/mcp`, ...(await signIn()) } : undefined;
      return remoteTools({ outside, kept, signal, named, fetch: await fetch(), at, unwrap: renewed.unwrap });
    },
    heard: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    serveTools: (answering) => serveTools(outside, answering, note),
    startSandbox: (starting) => serve(outside, kept, starting, note),
    sandbox: () => sandboxToSteer(outside, everywhere, kept, world),
    spawn: (command, args, extra, aside) => spawnAttached(outside, command, args, extra, aside),
    registration: (folder) => registrationOf(outside, everywhere, folder, account),
    hostFile: async (at) => whereaboutsOf(outside, at),
    planHostEdit: async (at, place, entry) =>
      (await hostFiles()).planEdit(whereaboutsOf(outside, at), place, entry),
    skill,
    planSkill: async (at) => (await hostFiles()).planText(whereaboutsOf(outside, at), await skill()),
    bundle: async (name, entry) =>
      (await import('../mcp/hosts/bundle.ts')).bundleOf({ name, version: outside.version, ...entry }),
    settings: async () => (await import('./settings.ts')).settings(kept, env),
    described: async (path) => (await import('./help.ts')).described(path, outside.version),
    help: async (asked) => (await import('./help.ts')).helpTexts(asked, outside.io.out.columns),
    quota: async () => {
      const [rate, { baseUrl }] = [await books.rate(), await target()];
      const counted = await ledger();
      const [standing, sharers] = [await counted.standing(), await counted.sharers?.()];
      return { baseUrl, ...rate, ...standing, sharers };
    },
    machine: async () => {
      // Where nobody is signed in there is nobody whose things could be looked for there.
      const look = async () =>
        (await shared())?.seen(await books.rate(), await caller().catch(() => undefined));
      return (await import('./doctor-checks.ts')).machine(outside, kept, look, explain);
    },
    reached: async () => {
      const [{ baseUrl }, send, { reached }] = await Promise.all([
        target(),
        bare(),
        import('./doctor-checks.ts'),
      ]);
      return reached(send, baseUrl, outside, signal);
    },
    completions: async () => (await import('./completions.ts')).completionsFrom(),
    sawDesigns: (designs) => seen.push(...designs),
    knownSignIn: () => signedIn,
    knownSpent: () => spent,
    close: async () => {
      kept.close();
      await kept.keepNames(everywhere, seen);
      if (env.TOILE_SHARED) await (await shared().catch(() => undefined))?.close();
      if (sandboxed) await (await world().catch(() => undefined))?.close();
    },
  };
};
