/** Finds the violations of a run with hostile input. */
import { EXIT_CODES } from '../../src/platform/errors.ts';
import type { ToileRun } from '../support/run-toile.ts';
import type { CommandLine } from './command-lines.ts';
import { findActiveHtml, findActiveMarkdown, findFormulas } from './find-active-markup.ts';
import { SECRET, type SnapshotDifferences } from './jail.ts';
import type { OutputForm } from './output-forms.ts';
import { CANARY } from './payloads.ts';
import { findKeyPiece } from './reflected-keys.ts';

export interface AttackedRun {
  readonly line: CommandLine;
  readonly form: OutputForm;
  readonly run: ToileRun;
  /** The changes to the tree, without toile's own folders and `kept`. */
  readonly did: SnapshotDifferences;
  /** The files that toile newly stored. */
  readonly kept: ReadonlyMap<string, string>;
  /** The created HTML pages. */
  readonly pages?: readonly string[];
  /** All requests were refused, so that stdout holds no answer. */
  readonly refused?: boolean;
  /** The allowed exit codes (default: all documented ones). */
  readonly exits?: readonly number[] | undefined;
}

/** toile's own colours, and the codes of its spinner and prompts. */
const OWN_CODES = {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the codes that may be there
  out: /\u001b\[(?:0|1|2|22|33|36|39)m/g,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the codes that may be there
  err: /\u001b\[(?:0|1|2|22|3[1-6]|39|90)m|\u001b\[\?(?:25|2026)[lh]|\u001b\[[0-9]*[ABCDGK]|\u001b\[J/g,
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: the codes enclose a picture of the spinner
const SPINNER_FRAME = /\u001b\[\?2026h[\s\S]*?\u001b\[\?2026l/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
/** Direction marks and characters without width, except for joiners, which Persian and emoji need. */
export const INVISIBLE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is searched separately
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}]|\p{Surrogate}/u;
/** A right-to-left word that toile isolates within its line. */
const ISOLATED = /\u2068[^\u2066-\u2069\n]*\u2069/g;

/** Formats an excerpt with escapes for invisible characters. */
const formatExcerpt = (text: string, at: RegExpExecArray): string =>
  JSON.stringify(text.slice(Math.max(0, at.index - 20), at.index + 30)).replace(
    /[^\x20-\x7e]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Finds control characters and invisible characters. */
export const findUnsafeCharacters = (text: string, own: RegExp, screen: boolean): string | undefined => {
  const rest = text.replace(own, '').replaceAll('\r\n', '\n');
  const control = CONTROL.exec(screen ? rest : rest.replaceAll('\r', ''));
  if (control) return `a control character: ${formatExcerpt(rest, control)}`;
  if (!screen) return undefined;
  const seen = rest.replace(ISOLATED, '');
  const unseen = INVISIBLE.exec(seen);
  return unseen ? `a sign that nobody sees: ${formatExcerpt(seen, unseen)}` : undefined;
};

const checkCharacters = ({ line, form, run }: AttackedRun): readonly string[] => {
  const screen = form.columns !== undefined;
  // The first sign of CSV for spreadsheets is their own.
  const out = run.out.replace(/^\ufeff/, '');
  const onOut = isRawOutput(line, form) ? undefined : findUnsafeCharacters(out, OWN_CODES.out, screen);
  const onErr = findUnsafeCharacters(run.err, OWN_CODES.err, true);
  return [...(onOut ? [`stdout holds ${onOut}`] : []), ...(onErr ? [`stderr holds ${onErr}`] : [])];
};

const checkMessages = ({ line, form, run }: AttackedRun): readonly string[] => {
  const { code, out, err } = run;
  const wrong: string[] = [];
  if (/internal error in toile|Warning:/.test(out + err)) {
    wrong.push(
      `it did not understand itself: ${JSON.stringify(/[^\n]*(?:internal error in toile|Warning:)[^\n]*/.exec(out + err)?.[0].slice(0, 200))}`,
    );
  }
  const debugs = form.argv.includes('--debug') || line.argv.includes('--debug');
  if (!debugs && /\n\s+at .*:\d+/.test(err)) wrong.push('a stack on stderr');
  if (!(code in EXIT_CODES)) wrong.push(`exit ${code}, which is none of the documented`);
  // A spinner that was there on a slow machine leaves its pictures and codes before the words.
  const said = err.replace(SPINNER_FRAME, '').replace(OWN_CODES.err, '');
  const isError = /^toile: /m.test(said) || /^\{"error":/m.test(said);
  if (code !== 0 && out === '' && !isError && !form.merged && code < 128)
    wrong.push(`exit ${code} without a word`);
  const typed = line.argv.slice(0, line.argv.includes('--') ? line.argv.indexOf('--') : undefined);
  const asJson = form.argv.includes('--json') || typed.includes('--json');
  if (asJson && !form.merged && code !== 0 && out === '' && !debugs && code < 128) {
    const last = err.trim().split('\n').at(-1) ?? '';
    try {
      const { error } = JSON.parse(last) as { error: { exit: unknown; message: unknown } };
      if (error.exit !== code || typeof error.message !== 'string' || error.message === '')
        wrong.push('the JSON of the error is another one');
    } catch {
      wrong.push(`stderr is no JSON: ${JSON.stringify(last.slice(0, 120))}`);
    }
  }
  return wrong;
};

/** Whether the line asks for the original body or document, or the command prints nothing else. */
const isRaw = ({ command, argv }: CommandLine): boolean =>
  ['--json', '--jsonl', '--jq'].some((flag) => argv.includes(flag)) ||
  (command.resultKind === 'body' && command.buildView === undefined) ||
  /(^| )(-o|--output|--download) -( |$)/.test(argv.join(' '));

/** Whether stdout holds the original bytes of the service; never on a terminal. */
const isRawOutput = (line: CommandLine, { raw, columns }: OutputForm): boolean =>
  columns === undefined && (raw === true || isRaw(line));

/**
 * Finds the key in errors, logs, file names and stored files. An answer on stdout is unchanged, even if the service
 * repeats the key in it; after a refusal there is no answer.
 */
const findLeaks = ({ form, line, run, kept, did, refused }: AttackedRun): readonly string[] => {
  const names = [...did.added, ...kept.keys()].join('\n');
  const places = [['stderr', run.err], ['the name of a file', names], ...kept] as const;
  const out = refused && !isRawOutput(line, form) ? [['stdout', run.out] as const] : [];
  const keys = [...out, ...places].flatMap(([place, text]) => {
    const piece = findKeyPiece(text);
    return piece === undefined ? [] : [`the key is in ${place}: ${piece}`];
  });
  const secret = run.out.includes(SECRET) || run.err.includes(SECRET);
  return [...keys, ...(secret ? ['it read what belongs to somebody else, and prints it'] : [])];
};

/** File names that toile may create. */
const PLAIN_NAME =
  /^(?:[\p{L}\p{N}_][\p{L}\p{N}\p{M} @,=+()_.-]*|\.toile|\.gitignore|\.gitattributes|\.cursor|\.claude)$/u;

const findTouchedFiles = ({ did }: AttackedRun): readonly string[] => [
  ...did.changed.map((path) => `it changed ${path}`),
  ...did.removed.map((path) => `it removed ${path}`),
  ...did.added.filter((path) => path.includes(CANARY)).map((path) => `it made ${path}`),
  ...did.added
    .filter((path) => !PLAIN_NAME.test(path.split('/').at(-1) ?? ''))
    .map((path) => `it made a file named ${JSON.stringify(path)}`),
];

/** Finds payload text that is active in a table, in Markdown or on a page. */
const findActiveContent = ({ line, form, run, pages = [] }: AttackedRun): readonly string[] => {
  const argv = [...form.argv, ...line.argv];
  const has = (flag: string): boolean => argv.includes(flag);
  const isTable = has('--terms-missing') && form.columns === undefined;
  const markdown = has('--md') && run.code <= 1 ? findActiveMarkdown(run.out) : [];
  return [
    ...(isTable ? findFormulas(run.out) : []).map(
      (cell) => `a spreadsheet would work out ${JSON.stringify(cell.slice(0, 80))}`,
    ),
    ...markdown.map((text) => `alive in Markdown: ${JSON.stringify(text.slice(0, 80))}`),
    ...pages.flatMap(findActiveHtml).map((tag) => `alive on a page: ${tag}`),
  ];
};

export const findViolations = (ran: AttackedRun): readonly string[] => {
  const { run, exits } = ran;
  const code =
    exits !== undefined && !exits.includes(run.code) ? [`exit ${run.code}, not ${exits.join(' or ')}`] : [];
  return [
    ...findTouchedFiles(ran),
    ...findLeaks(ran),
    ...checkCharacters(ran),
    ...checkMessages(ran),
    ...findActiveContent(ran),
    ...code,
  ];
};
