import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { runInTerminal } from '../support/run-in-terminal.ts';
import { createEnv, createTempFolder, PROGRAM, runProgram, SHELL_COMMAND } from '../support/run-program.ts';

const KEY = 'svc_sk_sandbox_read_only';

/** A D-Bus session with an unlocked keyring and a sandbox, in which the program is typed. */
const SESSION = `
set -e
echo -n password | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
$TOILE sandbox run -- sh -c '
  unset TOILE_API_KEY
  printf %s "$KEY" | $TOILE login --with-key --json
  $TOILE me --json
  $TOILE accounts ls
  $TOILE logout --json
  $TOILE me; echo "exit $?"
  printf %s "$KEY" | $TOILE login --with-key --account mill --json >/dev/null
  rm "$HOME/.config/toile/accounts.json"
  $TOILE logout --account mill --json
  $TOILE logout --account mill; echo "exit $?"
'
`;

describe.skipIf(
  isToolMissing('dbus-run-session', 'dbus') || isToolMissing('gnome-keyring-daemon', 'gnome-keyring'),
)('a real keychain', () => {
  it('stores the key, returns it, and deletes it', async () => {
    const home = await createTempFolder();
    const script = join(home, 'session.sh');
    await writeFile(script, SESSION);
    const env = createEnv(home, { TOILE: PROGRAM.join(' '), KEY, XDG_RUNTIME_DIR: home });
    const run = await execa('dbus-run-session', ['--', 'bash', script], {
      env,
      extendEnv: false,
      reject: false,
    });
    const [login = '', me = '', account = '', logout = '', end = '', found = '', none = ''] =
      run.stdout.split('\n');
    expect(JSON.parse(login)).toMatchObject({ storage: 'keychain', scopes: ['read'] });
    expect(JSON.parse(me).scopes).toEqual(['read']);
    expect(account).toMatch(/^default\ttrue\tkeychain\t/);
    expect(JSON.parse(logout).forgotten).toEqual(['the OS keychain']);
    expect(end).toBe('exit 4');
    // Without a record of it the keychain itself is looked into.
    expect(JSON.parse(found)).toMatchObject({ account: 'mill', forgotten: ['the OS keychain'] });
    expect(none).toBe('exit 2');
    expect(run.stdout + run.stderr).not.toContain(KEY);
  });

  it('names the next step when there is no keychain', async () => {
    const home = await createTempFolder();
    const env = createEnv(home, { XDG_RUNTIME_DIR: home });
    const login = `printf %s ${KEY} | ${SHELL_COMMAND} login --with-key`;
    const run = await runProgram(['sandbox', 'run', '--', 'sh', '-c', login], { env });
    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toMatch(/toile login --with-key --base-url http:\S+ --insecure-storage/);
    expect(run.stderr).toMatch(/TOILE_API_KEY/);
  });

  it('reports it before a question', async () => {
    const { screen, code } = await runInTerminal(`${SHELL_COMMAND} login --account mill`);
    expect(code).toBe(1);
    expect(screen).not.toContain('Address');
    expect(screen.replaceAll(/\s+/g, ' ')).toContain('toile login --account mill --insecure-storage');
  });
});
