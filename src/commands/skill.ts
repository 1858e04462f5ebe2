import { advice, shellWords, toType } from '../border/shell.ts';
import { Failure, UsageError } from '../errors.ts';
import { line } from '../view/model.ts';
import { made } from './answers.ts';
import { define } from './define.ts';
import type { Assistants, Base } from './facets.ts';
import type { Whereabouts } from './mcp/hosts.ts';

const COLUMNS = ['host', 'file', 'written'] as const;

const at = (...path: readonly string[]): Whereabouts => ({
  under: 'home',
  path: [...path, 'skills', 'toile', 'SKILL.md'],
});

/** Where each reads its skills. */
const HOSTS: Readonly<Record<string, Whereabouts>> = {
  claude: at('.claude'),
  codex: at('.codex'),
  cursor: at('.cursor'),
  gemini: at('.gemini'),
  agents: at('.agents'),
};

export const skillPrint = define({
  path: 'skill print',
  answers: 'text',
  uses: [],
  group: 'Anything else',
  does: { sends: 'never' },
  summary: 'Print what a coding assistant needs to know of toile',
  examples: [
    { why: 'To be read, or put where an assistant looks', line: 'toile skill print' },
    { why: 'Into a file of a project', line: 'toile skill print > SKILL.md' },
  ],
  parse: () => ({}),
  run: async (deps: Assistants) => ({ kind: 'text', text: await deps.skill() }) as const,
});

export const skillInstall = define({
  path: 'skill install',
  answers: 'made',
  uses: [],
  group: 'Anything else',
  does: { sends: 'never', writes: 'a file below the home', asks: 'consent, without --yes' },
  gives: ['toile.skill/1'],
  summary: 'Put it where an assistant looks for skills',
  about: 'A file below your home. It is made anew from this version of toile whenever this is typed.',
  words: [
    { name: 'HOST', about: Object.keys(HOSTS).join(', '), required: true, choices: Object.keys(HOSTS) },
  ],
  flags: { yes: { about: 'do not ask' } },
  examples: [
    { why: 'For Claude Code', line: 'toile skill install claude' },
    { why: 'For Cursor', line: 'toile skill install cursor' },
  ],
  json: '{"schema": "toile.skill/1", "host": "claude", "file": "...", "written": true}',
  columns: [{ names: COLUMNS }],
  parse: ({ words: [host = ''], flags }) => {
    if (!Object.hasOwn(HOSTS, host)) {
      throw new UsageError(`${host} is not an assistant whose skills toile knows`, {
        hint: advice`one of ${shellWords(Object.keys(HOSTS), ', ')}; for others: ${toType`toile skill print`}`,
      });
    }
    return { host, yes: flags.yes === true };
  },
  run: async (deps: Base & Assistants, { host, yes }) => {
    const place = HOSTS[host] as Whereabouts;
    const file = await deps.hostFile(place);
    const ended = (written: boolean) => made('toile.skill/1', { host, file, written });
    const plan = await deps.planSkill(place);
    if (plan.now !== undefined && !String(plan.now).startsWith('---\nname: toile\n'))
      throw new Failure(`${file} is somebody else's, so it was left as it is`, { code: 'bad_host_file' });
    if (!plan.changes) return ended(true);
    if (!yes && !deps.ask.possible) {
      throw new UsageError('skill install asks first, and there is nobody to ask', {
        code: 'no_terminal',
        hint: advice`add --yes, or: ${toType`toile skill print`}`,
      });
    }
    if (!yes && !(await deps.ask.confirm(`Write ${file}?`, true))) return ended(false);
    await plan.write();
    return ended(true);
  },
  view: ({ file, written }) => [line(written ? `The skill stands in ${file}.` : 'Nothing was written.')],
  rows: ({ host, file, written }) => ({
    columns: COLUMNS,
    rows: [[host, file, written]],
  }),
});
