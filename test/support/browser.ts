import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { needs } from './needs.ts';

const onPath = (): string | undefined => {
  try {
    return execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
};

const CHROMIUM =
  [process.env.CHROMIUM_PATH ?? '', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync) ??
  onPath();

/** For `describe.skipIf(noBrowser)`: true where there is none, after saying what to install; an error under CI. */
export const noBrowser = CHROMIUM === undefined && needs('chromium', 'chromium');

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM ?? 'chromium', args: ['--no-sandbox'] });
