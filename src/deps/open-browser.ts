import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isLoopback } from '../border/loopback.ts';
import { withoutOurs } from '../system/children.ts';
import type { Outside } from './system.ts';

const WORD = '__open';
const PATIENCE = 10_000;

/** An address that a browser may be sent to without asking what it is: https, or a page of this machine. */
export const mayOpen = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
};

type Around = Pick<Outside, 'env' | 'self'>;

/**
 * Shows an address in the browser. Resolves with whether one was started, and never rejects: it is a convenience.
 * It is done by another process, which gets an environment without the credentials: browsers keep theirs for days.
 */
export const openAddress = async (outside: Around, address: string): Promise<boolean> =>
  mayOpen(address) && started(outside, address);

/** A page that toile has written itself. No address that came from anywhere else gets here. */
export const openPage = (outside: Outside, file: string): Promise<boolean> =>
  started(outside, pathToFileURL(resolve(outside.platform.cwd, file)).href);

const started = async (outside: Around, address: string): Promise<boolean> => {
  const { execa } = await import('execa');
  const { command, args } = outside.self;
  const { exitCode } = await execa(command, [...args, WORD, address], {
    env: withoutOurs(outside.env),
    extendEnv: false,
    stdio: 'ignore',
    reject: false,
    timeout: PATIENCE,
  });
  return exitCode === 0;
};

/** Started by toile itself, with a hidden word: opens one address and ends. Its exit code. */
export const answerOpening = async ([address = '']: readonly string[]): Promise<number> => {
  if (!mayOpen(address) && !/^file:\/\/\/.*\.html$/.test(address)) return 2;
  const { default: open } = await import('open');
  const child = await open(address).catch(() => undefined);
  child?.on('error', () => undefined);
  return child?.pid === undefined ? 1 : 0;
};
