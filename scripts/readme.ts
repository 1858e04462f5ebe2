/**
 * Writes transcripts of the program into the documents, and its tables between `<!-- name -->` marks.
 * `npm run readme` writes them; `--check` only reports differences. Needs a build.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatDescription } from '../src/cli/help/help-layout.ts';
import { ENVIRONMENT_VARIABLES } from '../src/cli/help/help-topics.ts';
import { commandTable } from '../src/commands/command-table.ts';
import { EXIT_CODES } from '../src/platform/errors.ts';

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

const renderTable = (head: readonly string[], rows: readonly (readonly [string, string])[]): string =>
  [
    `| ${head.join(' | ')} |`,
    '|---|---|',
    ...rows.map(([term, about]) => `| \`${term}\` | ${about.replaceAll('|', '\\|')} |`),
  ].join('\n');

const TABLES: Readonly<Record<string, string>> = {
  commands: renderTable(
    ['command', 'does'],
    commandTable.map(({ path, summary }) => [path, summary]),
  ),
  exits: renderTable(['code', 'means'], Object.entries(EXIT_CODES)),
  environment: renderTable(
    ['variable', 'is'],
    ENVIRONMENT_VARIABLES.map((each) => [each.names.join(', '), formatDescription(each)]),
  ),
};

const home = await mkdtemp(join(tmpdir(), 'toile-readme-'));
try {
  for (const page of PAGES) {
    const file = join(root, page);
    const old = await readFile(file, 'utf8');
    let text = await transcripts(old, home);
    for (const [name, content] of Object.entries(TABLES)) text = between(text, name, content);
    if (!process.argv.includes('--check')) await writeFile(file, text);
    else if (text !== old) {
      process.stdout.write(`${page} is not what the program prints: npm run readme\n`);
      process.exitCode = 1;
    }
  }
} finally {
  await rm(home, { recursive: true, force: true });
}
