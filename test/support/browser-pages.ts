/** Opens pages in a real browser and checks messages, requests and accessibility. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { startBrowser } from './start-browser.ts';

type Scheme = 'light' | 'dark';

export interface BrowserPages {
  readonly browser: Browser;
  /** Returns the path of a file that is removed after the tests. */
  place(name: string): string;
  /** Shows a file. Fails when the browser logs anything, opens a dialog or loads another address. */
  shownFile<T>(file: string, use: (page: Page) => Promise<T>, colorScheme?: Scheme): Promise<T>;
  shown<T>(html: string, use: (page: Page) => Promise<T>): Promise<T>;
}

/** Opens a browser for the tests of a `describe`. */
export const openBrowserPages = (): BrowserPages => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toile-browsing-'));
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });
  const place = (name: string): string => join(folder, name);

  const shownFile: BrowserPages['shownFile'] = async (file, use, colorScheme = 'light') => {
    const page = await browser.newPage({ colorScheme });
    const trouble: string[] = [];
    page.on('console', (message) => trouble.push(message.text()));
    page.on('dialog', (dialog) => {
      trouble.push(dialog.message());
      void dialog.dismiss();
    });
    const address = pathToFileURL(file).href;
    page.on('request', (request) => {
      const [url = ''] = request.url().split('#');
      if (url !== address && !url.startsWith('data:image/svg+xml;')) trouble.push(url);
    });
    await page.goto(address);
    const result = await use(page);
    expect(trouble).toEqual([]);
    await page.close();
    return result;
  };

  return {
    get browser() {
      return browser;
    },
    place,
    shownFile,
    async shown(html, use) {
      const file = place('shown.html');
      await writeFile(file, html);
      return shownFile(file, use);
    },
  };
};

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
  readonly passes: readonly { readonly id: string }[];
}

/** Runs axe: returns the violations, each with its first element, and the rules that passed. */
export const checkAccessibility = async (page: Page) => {
  await page.evaluate(axe.source);
  // Only the rule names are returned, because thousands of elements pass.
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<AxeResults> } };
    const { violations, passes } = await axe.run();
    const wrong = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
    return { wrong, right: passes.map(({ id }) => id) };
  });
};
