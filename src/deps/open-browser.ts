import type { Buffer } from 'node:buffer';
import { resolve } from 'node:path';
import { lstat, mkdir, readdir, unlink, writeFile } from '../border/files.ts';
import { html } from '../border/html.ts';
import { isLoopback } from '../border/loopback.ts';
import { type Path, systemPath, within } from '../border/path.ts';
import { withoutOurs } from '../system/children.ts';
import { clock } from './node-system.ts';
import type { Outside } from './system.ts';

const WORD = '__open';
const PATIENCE_MS = 10_000;
/** A browser that is not running yet takes its time to start and to read the page. */
const PAGE_LIFE_MS = 60_000;

/** An address that a browser may be sent to without asking what it is: https, or a page of this machine. */
export const mayOpen = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
};

type Around = Pick<Outside, 'env' | 'self'>;

/** What the process that opens it reads on stdin: a page of toile's own, or an address and a folder for one. */
type OpenRequest = { readonly page: string } | { readonly address: string; readonly folder: string };

/**
 * Shows an address in the browser. Resolves with whether a browser was started, and never rejects: it is a convenience.
 * Every user of a machine reads the arguments of every process, and a sign-in address is good for whoever reads it. So
 * another process gets the address on stdin, writes a page below `folder` that only this user can read and that leads
 * there, and starts the browser with the name of the page. It also removes the page.
 */
export const openAddress = async (
  outside: Around,
  folder: () => Promise<Path>,
  address: string,
): Promise<boolean> => {
  if (!mayOpen(address)) return false;
  const pages = await folder().catch(() => undefined);
  return pages !== undefined && startOpening(outside, { address: new URL(address).href, folder: pages });
};

/** Shows a page that toile has written itself. No address that came from anywhere else gets here. */
export const openPage = (outside: Outside, file: string): Promise<boolean> =>
  startOpening(outside, { page: resolve(outside.platform.cwd, file) });

/** The process gets an environment without the credentials: browsers keep theirs for days. */
const startOpening = async (outside: Around, request: OpenRequest): Promise<boolean> => {
  const { execa } = await import('execa');
  const { command, args } = outside.self;
  const child = execa(command, [...args, WORD], {
    env: withoutOurs(outside.env),
    extendEnv: false,
    input: JSON.stringify(request),
    stdout: 'pipe',
    stderr: 'ignore',
    reject: false,
    buffer: false,
    // It removes the page after toile has ended.
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
    clock.sleep(PATIENCE_MS, timer.signal).then(
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

/** The page leads on by itself; scripts may be off, and some browsers keep a page of this machine where it is. */
const redirectTo = (address: string): string =>
  html`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>toile</title>
<meta http-equiv="refresh" content="0; url=${address}">
<p>This page leads on to <a href="${address}">the address that toile opens</a>.</p></html>
`.markup;

const isOpenRequest = (value: unknown): value is OpenRequest => {
  const { page, address, folder } = Object(value) as Record<string, unknown>;
  if (typeof page === 'string') return /\.html$/.test(page);
  return typeof folder === 'string' && typeof address === 'string' && mayOpen(address);
};

/** Writes the page for an address; pages of processes that were killed go first. Resolves with its place. */
const writePage = async ({ address, folder }: Exclude<OpenRequest, { page: string }>): Promise<Path> => {
  const pages = within(systemPath(folder), 'browser-pages');
  await mkdir(pages, { recursive: true, mode: 0o700 });
  for (const name of await readdir(pages)) {
    const path = within(pages, name);
    const stats = await lstat(path).catch(() => undefined);
    const isOld = stats !== undefined && clock.now() - stats.mtimeMs > 2 * PAGE_LIFE_MS;
    if (isOld) await unlink(path).catch(() => undefined);
  }
  const page = within(pages, `${crypto.randomUUID()}.html`);
  await writeFile(page, redirectTo(address), { flag: 'wx', mode: 0o600 });
  return page;
};

/**
 * Started by toile itself, with a hidden word: opens what stdin names and says so by a line on stdout, then stays until
 * the browser has read the page, and removes it. Resolves with the exit code.
 */
export const answerOpening = async (
  input: AsyncIterable<Buffer | string> = process.stdin,
  say: (line: string) => unknown = (line) => process.stdout.write(line),
  life = PAGE_LIFE_MS,
): Promise<number> => {
  let text = '';
  for await (const part of input) text += String(part);
  const request: unknown = JSON.parse(text || 'null');
  if (!isOpenRequest(request)) return 2;
  const isPage = 'page' in request;
  const page = isPage ? systemPath(request.page) : await writePage(request);
  try {
    const { default: open } = await import('open');
    const child = await open(page).catch(() => undefined);
    child?.on('error', () => undefined);
    if (child?.pid === undefined) return 1;
    say('opened\n');
    if (!isPage) await clock.sleep(life);
    return 0;
  } finally {
    if (!isPage) await unlink(page).catch(() => undefined);
  }
};
