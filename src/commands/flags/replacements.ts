import { type ShellSafe, shellText } from '../../platform/escape/shell.ts';

const SHOWN = shellText`it prints the command to run, or the lines for the configuration file`;
const REQUEST_TIMEOUT = shellText`--max-wait 2m limits the whole command; TOILE_REQUEST_TIMEOUT=30s limits each request`;

/**
 * Maps a command or flag that does not exist, or no longer exists, to a hint. A key with only a flag, such as
 * `--pager`, is for all commands.
 */
const REPLACEMENTS: Readonly<Record<string, ShellSafe>> = {
  'skill install': shellText`toile skill print > FILE`,
  'graph --asserted-only': shellText`--state asserted`,
  '--summary': shellText`on GitHub the page of the run shows it; elsewhere: toile diff --md > FILE`,
  '--pager': shellText`set TOILE_PAGER, or: toile config set pager less`,
  '--marks': shellText`--accessible writes words instead of marks`,
  '--columns': shellText`--fields Code=code,Tol+=tol_plus renames columns of --csv and --xlsx`,
  '--insecure-http': shellText`set TOILE_INSECURE_HTTP=1`,
  '--request-timeout': REQUEST_TIMEOUT,
  '--timeout': REQUEST_TIMEOUT,
  '--connect-timeout': REQUEST_TIMEOUT,
  '--max-time': REQUEST_TIMEOUT,
  '--excel': shellText`--xlsx FILE keeps codes as text in a spreadsheet`,
  '--delimiter': shellText`--csv separates by commas; --xlsx FILE writes a workbook`,
  bom: shellText`for a garment: toile graph GARM-101 --rows bom; for a season: toile trims season`,
  textconv: shellText`use toile diff, and remove the setting: git config --remove-section diff.toile`,
  'sheet --embed-font': shellText`install the font on the computer that shows or prints the page`,
  'mcp config --write': SHOWN,
  'mcp config --update': SHOWN,
  'mcp config --remove': SHOWN,
  'mcp config --yes': SHOWN,
  'mcp config --bundle': SHOWN,
  'pull --watch': shellText`run toile pull again from cron or a CI job: toile help ci`,
  'pull --after': shellText`run toile pull again from cron or a CI job: toile help ci`,
};

const findReplacement = (key: string): ShellSafe | undefined =>
  Object.hasOwn(REPLACEMENTS, key) ? REPLACEMENTS[key] : undefined;

/**
 * Returns the hint for a removed command, such as `skill install`. Words that follow the command in `typed` are
 * ignored. Returns undefined for any other command.
 */
export const findCommandReplacement = (typed: string): ShellSafe | undefined =>
  findReplacement(typed) ??
  findReplacement(typed.split(' ').slice(0, 2).join(' ')) ??
  findReplacement(typed.split(' ', 1).join(' '));

/** Returns the hint for a removed flag, such as `--watch=15m` of the command `pull`; undefined for any other flag. */
export const findFlagReplacement = (path: string, typed: string): ShellSafe | undefined => {
  const flag = typed.replace(/=.*$/s, '');
  return findReplacement(`${path} ${flag}`) ?? findReplacement(flag);
};
