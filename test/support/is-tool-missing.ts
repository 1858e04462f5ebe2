import { execFileSync } from 'node:child_process';

const isInstalled = (tool: string): boolean => {
  try {
    execFileSync('which', [tool], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/**
 * For `describe.skipIf(isToolMissing('dbus-run-session', 'dbus'))`: true where the tool is missing, after saying what
 * to install. Under CI a missing tool is an error: a test that silently never ran proves nothing.
 */
export const isToolMissing = (tool: string, aptPackage: string): boolean => {
  if (isInstalled(tool)) return false;
  const message = `skipped: ${tool} is missing (apt-get install ${aptPackage})`;
  if (process.env.CI === 'true') throw new Error(message);
  process.stderr.write(`${message}\n`);
  return true;
};

/** Whether this machine has fonts for Chinese and Japanese. */
export const hasIdeographs = (): boolean => {
  try {
    return execFileSync('fc-list', [':lang=zh-cn'], { encoding: 'utf8' }) !== '';
  } catch {
    return false;
  }
};
