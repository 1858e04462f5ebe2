/**
 * Writes output of the program into the documents: transcripts, and the tables between `<!-- name -->` marks.
 * `npm run readme` writes them; `--check` only reports differences. Needs a build.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const PAGES = ['README.md', 'docs/reference.md'];
const BIN = join(root, 'bin', 'toile.js');

/** Runs a command of a transcript with 80 columns and without colour. */
const printed = (line: string, home: string): Promise<string> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, HOME: home, TOILE_HOME: home, TERM: 'dumb', LANG: 'C.UTF-8' };
    const typed = line.replace(/^toile /, `"${process.execPath}" "${BIN}" `);
    const command = `stty cols 80 rows 50; ${typed}`;
    execFile('script', ['-qefc', command, '/dev/null'], { env, cwd: home }, (_error, stdout) =>
      resolve(stdout.replaceAll('\r\n', '\n').trimEnd()),
    );
  });

/** Replaces the output in transcripts. */
const transcripts = async (text: string, home: string): Promise<string> => {
  const parts = text.split(/(```console\n\$ [^\n]*\n[\s\S]*?```)/);
  for (const [at, part] of parts.entries()) {
    const line = part.match(/^```console\n\$ ([^\n]*)\n/)?.[1];
    if (line) parts[at] = `\`\`\`console\n$ ${line}\n${await printed(line, home)}\n\`\`\``;
  }
  return parts.join('');
};

const between = (text: string, name: string, content: string): string =>
  text.replace(
    new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`),
    (_, open: string, close: string) => `${open}${content}\n${close}`,
  );

const shown = (words: readonly string[], home: string): Promise<string> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [BIN, ...words],
      { env: { PATH: process.env.PATH, HOME: home } },
      (_error, stdout) => resolve(stdout),
    );
  });

/** Renders the terms and meanings of a help page as a table. */
const table = (help: string, head: readonly string[]): string => {
  const rows: { readonly term: string; about: string }[] = [];
  for (const line of help.split('\n')) {
    const start = line.match(/^ {2,5}(\S+(?: \S+)*) {2,}(\S.*)$/);
    // A term that is too long for its column has a line of its own above its explanation.
    const alone = line.match(/^ {2}(\S+(?: \S+)*)$/);
    const last = rows.at(-1);
    if (start) rows.push({ term: start[1] ?? '', about: start[2] ?? '' });
    else if (alone) rows.push({ term: alone[1] ?? '', about: '' });
    else if (/^ {8,}\S/.test(line) && last !== undefined) last.about += ` ${line.trim()}`;
  }
  return [
    `| ${head.join(' | ')} |`,
    '|---|---|',
    ...rows.map(({ term, about }) => `| \`${term}\` | ${about.trim().replaceAll('|', '\\|')} |`),
  ].join('\n');
};

const section = (help: string, from: string, to: string): string =>
  help.slice(help.indexOf(from) + from.length, help.indexOf(to));

const home = await mkdtemp(join(tmpdir(), 'toile-readme-'));
try {
  const help = await shown(['help'], home);
  const tables = {
    commands: table(section(help, 'Sign in\n', 'Flags of every command'), ['command', 'does']),
    exits: table(await shown(['help', 'exit-codes'], home), ['code', 'means']),
    environment: table(await shown(['help', 'environment'], home), ['variable', 'is']),
  };
  for (const page of PAGES) {
    const file = join(root, page);
    const old = await readFile(file, 'utf8');
    let text = await transcripts(old, home);
    for (const [name, content] of Object.entries(tables)) text = between(text, name, content);
    if (!process.argv.includes('--check')) await writeFile(file, text);
    else if (text !== old) {
      process.stdout.write(`${page} is not what the program prints: npm run readme\n`);
      process.exitCode = 1;
    }
  }
} finally {
  await rm(home, { recursive: true, force: true });
}
