import { type Typeable, typeable } from '../../border/shell.ts';

const SHOWN = typeable`it shows the command of the assistant, or the lines for its file: type or put them there`;

/** What to use instead of the commands and flags that toile 0.1 had: `COMMAND`, `COMMAND --flag`, or `--flag` of every command. */
const REPLACEMENTS: Readonly<Record<string, Typeable>> = {
  'skill install': typeable`toile skill print > FILE`,
  'graph --asserted-only': typeable`--state asserted`,
  '--summary': typeable`on GitHub it is on the page of the run; elsewhere: toile diff --md > FILE`,
  '--pager': typeable`set the program in TOILE_PAGER, or by toile config set pager less`,
  '--marks': typeable`--accessible writes words instead of marks`,
  '--excel': typeable`--xlsx FILE keeps texts from a spreadsheet that guesses`,
  '--delimiter': typeable`--csv separates by commas; --xlsx FILE needs no sign`,
  textconv: typeable`compare with toile diff, and let git go without it: git config --remove-section diff.toile`,
  'sheet --embed-font': typeable`install the font where the page is shown or printed`,
  'mcp config --write': SHOWN,
  'mcp config --update': SHOWN,
  'mcp config --remove': SHOWN,
  'mcp config --yes': SHOWN,
  'mcp config --bundle': SHOWN,
  'pull --watch': typeable`run toile pull again from cron or a CI job: toile help ci`,
  'pull --after': typeable`run toile pull again from cron or a CI job: toile help ci`,
};

const find = (key: string): Typeable | undefined =>
  Object.hasOwn(REPLACEMENTS, key) ? REPLACEMENTS[key] : undefined;

/** The hint for a removed command as it was typed; undefined for one that never was. */
export const findCommandReplacement = (typed: string): Typeable | undefined =>
  find(typed) ?? find(typed.split(' ').slice(0, 2).join(' ')) ?? find(typed.split(' ', 1).join(' '));

/** The hint for a removed flag of the command `path`, as in `--watch` or `--watch=15m`; undefined for one that never was. */
export const findFlagReplacement = (path: string, typed: string): Typeable | undefined => {
  const flag = typed.replace(/=.*$/s, '');
  return find(`${path} ${flag}`) ?? find(flag);
};
