/** The one place where real things are made, each when it is first asked for. */

import type { SignIn } from '../account/sign-in.ts';
import { namedPath } from '../border/path.ts';
import type { DesignSummary } from '../client/index.ts';
import type { Deps } from '../commands/facets.ts';
import { UsageError } from '../errors.ts';
import type { Spent } from '../purchases/spent-notice.ts';
import type { TransportEvent } from '../transport/index.ts';
import { registrationOf, whereaboutsOf } from './assistant-entry.ts';
import { bought } from './bought.ts';
import { documentTexts, landings } from './downloads.ts';
import { drawingIn } from './drawing.ts';
import { bodyIn, measuredFile, readNamedFile, standingAt } from './files.ts';
import type { Made } from './made.ts';
import { heldIn, mirrors } from './mirror.ts';
import { openAddress, openPage } from './open-browser.ts';
import { requests } from './requests.ts';
import { serve } from './sandbox.ts';
import { sending } from './sending.ts';
import { serveTools } from './serve-tools.ts';
import { addressFrom, checkedAddress } from './service-address.ts';
import { drawingFile, drawingText, missingTerms, pageOf, seasonPageOf, termsIn } from './sheet.ts';
import { spawnAttached } from './spawn.ts';
import { sandboxToSteer } from './steering.ts';
import { storage } from './storage.ts';
import { revoking, signingInByWeb } from './web-sign-in.ts';
import { type Whom, whom } from './whom.ts';
import { returnedIn, workbookBytes } from './workbook.ts';

/** What main may do with them besides handing them to a command. */
export interface MadeDeps extends Deps {
  /** The credential in use, if anything asked for it. */
  knownSignIn(): SignIn | undefined;
  /** What was spent in this run, as far as a command said so. */
  knownSpent(): Spent | undefined;
  close(): Promise<void>;
}

export const createDeps = (made: Made): MadeDeps => {
  const { outside, signal, everywhere, toile, ask, maxWait, tell, explain } = made;
  const { env, clock } = outside;
  const note = (text: string): void => tell({ kind: 'note', text });
  const kept = storage({ outside, person: ask.possible, signal, tell });
  const who: Whom = whom(made, kept, (raw) => how.unwrap(raw));
  const how = sending(made, kept, who);
  const { api, fetchOnce, ...routes } = requests(made, who, how);
  const { sandboxed, accountFlag, world, account, target, signIn } = who;
  const { bare, shared, fetch, watch, debug } = how;
  let spent: Spent | undefined;
  const seen: DesignSummary[] = [];

  const open = (address: string) => openAddress(outside, async () => (await kept.folders()).state, address);
  const signing = { outside, clock, signal, ask, tell, explain, open, sending: how.sent, way: how.way };
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
    chosenAccount: who.chosenAccount,
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
    terms: (file, lang) => termsIn(outside.platform.cwd, file, lang),
    drawingFile: (file) => drawingFile(outside.platform.cwd, file),
    drawingText,
    workbook: workbookBytes,
    returned: (file) => returnedIn(outside.platform.cwd, file),
    openPage: (file) => openPage(outside, file),
    open,
    explained: explain,
    ...bought(made, kept, who, how, api),
    spent: (what) => {
      spent = what;
    },
    target,
    signIn,
    forgetSignIn: () => {
      who.forget();
      api.forget();
    },
    api,
    ...routes,
    addressOf: async (path) => {
      const { addressOf, readBase } = await import('../client/address.ts');
      return addressOf(readBase((await target()).baseUrl), path).href;
    },
    asCredential: kept.asCredential,
    loginAddress: async (name) => {
      // Before a secret is kept under it, and before anybody is asked for one.
      (await import('../account/accounts.ts')).accountName(name);
      const { flag, variable } = addressFrom(everywhere, env);
      const url = flag ?? variable ?? (await (await kept.accounts()).find(name))?.base_url;
      return url === undefined ? undefined : checkedAddress(url, everywhere['insecure-http'] === true);
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
      pace: how.pace,
      fetch: bare,
      caller: async () => [(await target()).baseUrl, (await signIn()).credential],
      explain,
      watch: debug,
    }),
    held: (dir) => heldIn(outside, dir, note),
    remoteTools: async () => {
      const { remoteTools } = await import('./remote-tools.ts');
      const insecureHttp = everywhere['insecure-http'] === true;
      const named = { account, accountNamed: accountFlag, insecureHttp };
      const at = sandboxed ? { url: `${(await world()).baseUrl}/mcp`, ...(await signIn()) } : undefined;
      const senders = { fetch: await fetch(), fetchOnce };
      return remoteTools({ outside, kept, signal, named, ...senders, at, unwrap: how.unwrap });
    },
    heard: how.heard,
    serveTools: (answering) => serveTools(outside, answering, note),
    startSandbox: (starting) => serve(outside, kept, starting, note),
    sandbox: () => sandboxToSteer(outside, everywhere, kept, world),
    spawn: (command, args, extra, aside) => spawnAttached(outside, command, args, extra, aside),
    registration: (folder) => registrationOf(outside, everywhere, folder, account),
    hostFile: async (at) => whereaboutsOf(outside, at),
    skill,
    settings: async () => (await import('./settings.ts')).settings(kept, env),
    described: async (path) => (await import('./help.ts')).described(path, outside.version),
    help: async (asked) => (await import('./help.ts')).helpTexts(asked, outside.io.out.columns),
    quota: async () => {
      const [rate, { baseUrl }] = [await how.rate(), await target()];
      const counted = await how.ledger();
      const [standing, sharers] = [await counted.standing(), await counted.sharers?.()];
      return { baseUrl, ...rate, ...standing, sharers };
    },
    machine: async () => {
      // Where nobody is signed in there is nobody whose things could be looked for there.
      const look = async () =>
        (await shared())?.seen(await how.rate(), await who.caller().catch(() => undefined));
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
    knownSignIn: who.knownSignIn,
    knownSpent: () => spent,
    close: async () => {
      kept.close();
      await kept.keepNames(everywhere, seen);
      if (env.TOILE_SHARED) await (await shared().catch(() => undefined))?.close();
      if (sandboxed) await (await world().catch(() => undefined))?.close();
    },
  };
};
