import type { Buffer } from 'node:buffer';
import { resolve } from 'node:path';
import { html } from '../escape/markup.ts';
import { lstat, mkdir, readdir, unlink, writeFile } from '../files/safe-fs.ts';
import { joinPath, markSystemPath, type SafePath } from '../files/safe-path.ts';
import { isLoopback } from '../network/host-names.ts';
import { removeToileVariables } from './child-processes.ts';
import { type HostSystem, systemClock } from './host-system.ts';

/** The hidden command with which toile starts itself as a child process. The child process opens the browser. */
const OPENER_COMMAND = '__open';
const START_TIMEOUT_MS = 10_000;
/**
 * The milliseconds after which toile removes the HTML page that redirects the browser to an address. They are enough
 * for a browser to start and read this page.
 */
const PAGE_LIFE_MS = 60_000;

/** Returns true if an address may be opened in the browser: it uses https, or http on this machine. */
export const isOpenableAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
};

type OpenerSystem = Pick<HostSystem, 'env' | 'self'>;

/**
 * The request that the child process reads from stdin before it opens the browser. It has either a page to open, or an
 * address and the folder in which the child process writes a page that redirects to this address.
 */
type OpenRequest = { readonly page: string } | { readonly address: string; readonly folder: string };

/**
 * Opens an address in the browser. Returns false if no browser was started; never rejects. A child process opens a page
 * below `folder` that redirects to the address and that only this user can read, and removes it later. The child reads
 * the address from stdin, because every user of the machine can read the arguments of a process.
 */
export const openAddressInBrowser = async (
  system: OpenerSystem,
  folder: () => Promise<SafePath>,
  address: string,
): Promise<boolean> => {
  if (!isOpenableAddress(address)) return false;
  const pages = await folder().catch(() => undefined);
  return pages !== undefined && startBrowserOpener(system, { address: new URL(address).href, folder: pages });
};

/**
 * Opens an HTML file that toile has written; a relative path starts at the working directory. Returns false if no
 * browser was started. Use `openAddressInBrowser` for web addresses.
 */
export const openPageInBrowser = (system: HostSystem, file: string): Promise<boolean> =>
  startBrowserOpener(system, { page: resolve(system.platform.cwd, file) });

/**
 * Starts the process that opens the browser. The variables of toile, which may contain credentials, are removed from
 * the environment of this process, because the browser inherits it.
 */
const startBrowserOpener = async (system: OpenerSystem, request: OpenRequest): Promise<boolean> => {
  const { execa } = await import('execa');
  const { command, args } = system.self;
  const child = execa(command, [...args, OPENER_COMMAND], {
    env: removeToileVariables(system.env),
    extendEnv: false,
    input: JSON.stringify(request),
    stdout: 'pipe',
    stderr: 'ignore',
    reject: false,
    buffer: false,
    // The child process opens the browser from a temporary page, and removes this page later. So it may run longer than
    // toile.
    detached: true,
    cleanup: false,
    windowsHide: true,
  });
  const timer = new AbortController();
  const isStarted = new Promise<boolean>((settle) => {
    child.stdout.once('data', () => settle(true));
    child.then(
      () => settle(false),
      () => settle(false),
    );
    systemClock.sleep(START_TIMEOUT_MS, timer.signal).then(
      () => settle(false),
      () => undefined,
    );
  });
  try {
    return await isStarted;
  } finally {
    timer.abort();
    child.stdout.destroy();
    child.unref();
  }
};

const renderRedirectPage = (address: string): string =>
  html`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>toile</title>
<meta http-equiv="refresh" content="0; url=${address}">
<p>This page leads on to <a href="${address}">the address that toile opens</a>.</p></html>
`.markup;

const isOpenRequest = (value: unknown): value is OpenRequest => {
  const { page, address, folder } = Object(value) as Record<string, unknown>;
  if (typeof page === 'string') return /\.html$/.test(page);
  return typeof folder === 'string' && typeof address === 'string' && isOpenableAddress(address);
};

/** Writes the redirect page and returns its path. First removes old pages that killed processes left. */
const writeRedirectPage = async ({
  address,
  folder,
}: Exclude<OpenRequest, { page: string }>): Promise<SafePath> => {
  const pages = joinPath(markSystemPath(folder), 'browser-pages');
  await mkdir(pages, { recursive: true, mode: 0o700 });
  for (const name of await readdir(pages)) {
    const path = joinPath(pages, name);
    const stats = await lstat(path).catch(() => undefined);
    const isOld = stats !== undefined && systemClock.now() - stats.mtimeMs > 2 * PAGE_LIFE_MS;
    if (isOld) await unlink(path).catch(() => undefined);
  }
  const page = joinPath(pages, `${crypto.randomUUID()}.html`);
  await writeFile(page, renderRedirectPage(address), { flag: 'wx', mode: 0o600 });
  return page;
};

/**
 * The main function of the child process that opens the browser. Reads an OpenRequest from stdin, opens its page or
 * address, and writes `opened` to stdout. Removes a temporary page after `pageLifeMs` milliseconds. Returns the exit
 * code: 2 for an invalid request, 1 if no browser was started.
 */
export const runBrowserOpener = async (
  input: AsyncIterable<Buffer | string> = process.stdin,
  writeLine: (line: string) => unknown = (line) => process.stdout.write(line),
  pageLifeMs = PAGE_LIFE_MS,
): Promise<number> => {
  let text = '';
  for await (const chunk of input) text += String(chunk);
  const request: unknown = JSON.parse(text || 'null');
  if (!isOpenRequest(request)) return 2;
  const isPage = 'page' in request;
  const page = isPage ? markSystemPath(request.page) : await writeRedirectPage(request);
  try {
    const { default: open } = await import('open');
    const child = await open(page).catch(() => undefined);
    child?.on('error', () => undefined);
    if (child?.pid === undefined) return 1;
    writeLine('opened\n');
    if (!isPage) await systemClock.sleep(pageLifeMs);
    return 0;
  } finally {
    if (!isPage) await unlink(page).catch(() => undefined);
  }
};
