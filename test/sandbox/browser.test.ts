import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createMemoryJournal,
  createSandbox,
  type SandboxServer,
  serveSandbox,
} from '../../src/sandbox/index.ts';
import { isBrowserMissing, startBrowser } from '../support/start-browser.ts';
import { authorizeAs, createClock, createSeededBytes, DOCUMENTS, FEW, HOSTILE } from './open-sandbox.ts';

describe.skipIf(isBrowserMissing)('the checkout page in a real browser', () => {
  let running: SandboxServer;
  let browser: Browser;

  beforeAll(async () => {
    const sandbox = await createSandbox({
      store: createMemoryJournal(),
      clock: createClock(),
      random: createSeededBytes(),
      garments: FEW,
      documents: async () => DOCUMENTS,
    });
    running = await serveSandbox(sandbox);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await running?.close();
  });

  async function visitCheckout() {
    const path = `/v1/designs/${HOSTILE.id}/tech-packs`;
    const response = await fetch(running.baseUrl + path, {
      method: 'POST',
      headers: authorizeAs('no-allowance'),
    });
    const { checkout_url: url } = await response.json();
    const page = await browser.newPage();
    const trouble: string[] = [];
    page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
    page.on('dialog', (dialog) => trouble.push(dialog.message()));
    await page.goto(url);
    return { page, trouble };
  }

  it('pays with the keyboard and logs nothing to the console', async () => {
    const { page, trouble } = await visitCheckout();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Checkout');
    expect(await page.getByText('alert(').isVisible()).toBe(true);
    // The style is only there when the policy admits it.
    expect(
      await page.evaluate(() => getComputedStyle(document.querySelector('dt') as Element).fontWeight),
    ).toBe('600');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('The Tech Pack is being composed').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    expect((await running.control.status()).purchases.at(-1)?.status).toBe('composing');
    await page.goto(`${running.baseUrl}/`);
    expect(await page.getByRole('row').count()).toBe(12);
    // A browser also requests an icon, which the sandbox does not have.
    expect(trouble.filter((text) => !text.includes('404'))).toEqual([]);
  });

  it('cancels', async () => {
    const { page } = await visitCheckout();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('This purchase was cancelled').waitFor();
    expect((await running.control.status()).purchases.at(-1)?.status).toBe('cancelled');
  });
});
