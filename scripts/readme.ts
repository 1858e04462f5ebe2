/**
 * Updates the transcripts and the tables in README.md and docs/reference.md.
 * `npm run readme` writes them; `--check` only reports differences. Needs a build.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatDescription } from '../src/cli/help/help-layout.ts';
import { ENVIRONMENT_VARIABLES } from '../src/cli/help/help-topics.ts';
import { commandTable } from '../src/commands/command-table.ts';
import { EXIT_CODES } from '../src/platform/errors.ts';
import { root } from './build/bundle-options.ts';
import { runInTerminal } from './docs/run-in-terminal.ts';

const PAGES = ['README.md', 'docs/reference.md'];

/** Replaces the output of the commands in transcripts. */
const updateTranscripts = async (text: string, home: string): Promise<string> => {
  const parts = text.split(/(```console\n\$ [^\n]*\n[\s\S]*?```)/);
  for (const [at, part] of parts.entries()) {
    const words = part.match(/^```console\n\$ toile ([^\n]*)\n/)?.[1];
    if (words === undefined) continue;
    const output = await runInTerminal(words, 80, home, 'dumb');
    parts[at] = `\`\`\`console\n$ toile ${words}\n${output}\n\`\`\``;
  }
  return parts.join('');
};

/** Replaces the text between the marks `<!-- name -->` and `<!-- /name -->`. */
const replaceSection = (text: string, name: string, content: string): string =>
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
    ENVIRONMENT_VARIABLES.map((variable) => [variable.names.join(', '), formatDescription(variable)]),
  ),
};

const home = await mkdtemp(join(tmpdir(), 'toile-readme-'));
try {
  for (const page of PAGES) {
    const file = join(root, page);
    const old = await readFile(file, 'utf8');
    let text = await updateTranscripts(old, home);
    for (const [name, content] of Object.entries(TABLES)) text = replaceSection(text, name, content);
    if (!process.argv.includes('--check')) await writeFile(file, text);
    else if (text !== old) {
      process.stdout.write(`${page} differs from the output of the program; run: npm run readme\n`);
      process.exitCode = 1;
    }
  }
} finally {
  await rm(home, { recursive: true, force: true });
}
