import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveTestSandbox } from '../sandbox/open-sandbox.ts';
import { createEnv, createTempFolder, PROGRAM } from '../support/run-program.ts';
import { isBrowserMissing, startBrowser } from '../support/start-browser.ts';
import { findAddress } from './follow-consent.ts';

describe.skipIf(isBrowserMissing)('in a real browser', () => {
  it('a user reads which program asks, allows it, and returns to toile', async () => {
    const running = await serveTestSandbox({ clock: Date });
    const browser = await startBrowser();
    onTestFinished(() => browser.close());
    const home = await createTempFolder();
    const env = createEnv(home, { TOILE_HOME: home, SSH_CONNECTION: 'elsewhere' });
    const argv = ['login', '--web', '--connector-url', `${running.baseUrl}/connector`, '--insecure-storage'];
    const login = execa(PROGRAM[0], [...PROGRAM.slice(1), ...argv], {
      env,
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
    });
    let output = '';
    const address = await new Promise<string>((resolve) => {
      login.stderr.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const found = findAddress(output);
        if (found !== undefined) resolve(found);
      });
    });
    const page = await browser.newPage();
    const trouble: string[] = [];
    page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
    await page.goto(address);
    expect(await page.getByText('toile', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByText('It cannot order anything').isVisible()).toBe(true);
    expect(await page.getByRole('radio').count()).toBe(2);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('You can close this page').waitFor();
    expect(await login).toMatchObject({ exitCode: 0 });
    expect(trouble.filter((text) => !text.includes('404'))).toEqual([]);
  });
});
