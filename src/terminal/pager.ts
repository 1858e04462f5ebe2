import { spawn } from 'node:child_process';

/**
 * Shows a text in a program that turns pages. Resolves when that program ends; false where it did not start.
 * Its environment holds nothing of toile's.
 */
export const inPager = (
  text: string,
  command: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> =>
  new Promise((resolve) => {
    const own = Object.entries(env).filter(([name]) => !name.startsWith('TOILE_'));
    const child = spawn(command, {
      shell: true,
      stdio: ['pipe', 'inherit', 'inherit'],
      // less shows colours and leaves short texts on the screen, unless its user has other wishes.
      env: { LESS: 'FRX', ...Object.fromEntries(own) },
    });
    child.on('error', () => resolve(false));
    // 127 is how a shell says that there is no such program.
    child.on('close', (code) => resolve(code !== 127));
    // Whoever turns no more pages closes the pipe.
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
