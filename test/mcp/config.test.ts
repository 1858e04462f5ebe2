import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { cleanEnv, freshFolder, PROGRAM, TYPED } from '../support/program.ts';
import { toile } from '../support/toile.ts';

const WITH_COMMAND = ['claude', 'vscode', 'codex', 'gemini'];
const CLIENTS = [...WITH_COMMAND, 'claude-desktop', 'cursor', 'antigravity', 'windsurf', 'zed'];

describe('the registration', () => {
  it.each(CLIENTS)('of %s starts this very program, by whole paths, and holds no key', async (client) => {
    const home = await freshFolder();
    const env = cleanEnv(home, { TOILE_API_KEY: 'svc_sk_sandbox_full' });
    const run = await execa(
      PROGRAM[0],
      [...PROGRAM.slice(1), 'mcp', 'config', client, '--account', 'studio', '--json'],
      {
        env,
        extendEnv: false,
      },
    );
    const made = JSON.parse(run.stdout);
    expect(made).toMatchObject({
      schema: 'toile.mcp-config/1',
      client,
      name: 'toile-studio',
      written: false,
    });
    expect(made.entry).toEqual({
      command: PROGRAM[0],
      args: [...PROGRAM.slice(1), '--account', 'studio', 'mcp', 'serve'],
    });
    expect(run.stdout + run.stderr).not.toContain('svc_sk');
    // Compiled code may be kept for the next start; nothing else is written.
    expect((await readdir(home)).filter((name) => name !== '.cache')).toEqual([]);
    // What it registers works.
    const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`;
    const served = await execa(made.entry.command, made.entry.args, { env, extendEnv: false, input });
    expect(JSON.parse(served.stdout)).toMatchObject({ id: 1, result: {} });
  });

  it.each(WITH_COMMAND)('of %s can be copied from a terminal into a shell as one command', async (client) => {
    const run = await toile(['mcp', 'config', client, '--account', 'studio', '--no-color'], {
      columns: 200,
    });
    const typed = run.out.split('\n\n')[1] ?? '';
    const program = typed.trim().split(' ')[0] ?? '';
    const said = await execa('bash', ['-c', `${program}() { printf '%s\\n' "$@"; }; ${typed}`]);
    const words = said.stdout.replaceAll(/\s+/g, ' ');
    expect(words).toContain('toile-studio');
    expect(words).toMatch(/"?serve"?[\s\]}]*$/);
  });

  it('refuses an assistant that it does not know, and to write where nobody can be asked', async () => {
    const unknown = await toile(['mcp', 'config', 'emacs']);
    expect(unknown).toMatchObject({ code: 2, out: '' });
    expect(unknown.err).toMatch(/claude, claude-desktop, cursor/);
    const write = await toile(['mcp', 'config', 'claude', '--write']);
    expect(write).toMatchObject({ code: 2, out: '' });
    expect(write.err).toMatch(/--yes, or: claude mcp add/);
  });
});

describe('--write on a terminal', () => {
  /** Answers the question, with a `claude` that notes what it was asked to do. */
  const write = async (answer: string, exit: number) => {
    const home = await freshFolder();
    const asked = join(home, 'asked.json');
    const note = `require('fs').writeFileSync(${JSON.stringify(asked)}, JSON.stringify(process.argv.slice(2)));`;
    await writeFile(
      join(home, 'claude'),
      `#!${process.execPath}\n${note}\nconsole.log('Added.');\nprocess.exit(${exit});\n`,
    );
    await chmod(join(home, 'claude'), 0o755);
    const env = { ...cleanEnv(home), TERM: 'xterm', PATH: `${home}:${process.env.PATH}` };
    const line = `stty cols 200; ${TYPED} mcp config claude --write`;
    const terminal = execa('script', ['-qefc', line, '/dev/null'], {
      env,
      extendEnv: false,
      reject: false,
      stdin: 'pipe',
    });
    let said = '';
    let isAnswered = false;
    terminal.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      // Not before the question stands there, and with the input left open: its end would be Ctrl-D.
      if (isAnswered || !said.includes('Run this?')) return;
      isAnswered = true;
      terminal.stdin.write(`${answer}\r`);
    });
    const run = await terminal;
    const argv = await readFile(asked, 'utf8').catch(() => undefined);
    return { ...run, argv: argv === undefined ? undefined : (JSON.parse(argv) as string[]) };
  };

  it("shows the command, asks, and runs the assistant's own", async () => {
    const run = await write('y', 0);
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toContain('Run this? claude mcp add --scope user toile --');
    expect(run.argv?.slice(0, 6)).toEqual(['mcp', 'add', '--scope', 'user', 'toile', '--']);
    expect(run.argv?.slice(6)).toEqual([...PROGRAM, 'mcp', 'serve']);
    expect(run.stdout).toContain('toile is registered with Claude Code');
  });

  it('does nothing when the answer is no', async () => {
    const run = await write('n', 0);
    expect(run.argv).toBeUndefined();
    expect(run.stdout).not.toContain('is registered');
  });

  it('says so when the assistant does not take it', async () => {
    const run = await write('y', 3);
    expect(run.exitCode).toBe(1);
    expect(run.stdout).toMatch(/did not take it: claude ended with exit code 3/);
  });
});
