import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { isToolMissing } from './is-tool-missing.ts';

const findOnPath = (): string | undefined => {
  try {
    return execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
};

const CHROMIUM =
  [process.env.CHROMIUM_PATH ?? '', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync) ??
  findOnPath();

/** For `describe.skipIf`: true without a browser, after a note on what to install; an error in CI. */
export const isBrowserMissing = CHROMIUM === undefined && isToolMissing('chromium', 'chromium');

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM ?? 'chromium', args: ['--no-sandbox'] });
