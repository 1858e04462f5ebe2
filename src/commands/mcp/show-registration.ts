import { shellWords, type Typeable } from '../../border/shell.ts';
import { gap, line, type View } from '../../view/model.ts';
import type { Entry, Host } from './hosts.ts';

const quoted = (value: unknown): string => JSON.stringify(value);

/** What goes into the file of an assistant. */
const snippet = (host: Host, name: string, entry: Entry): string =>
  host.format === 'toml'
    ? [
        `[${host.table}.${name}]`,
        `command = ${quoted(entry.command)}`,
        `args = [${entry.args.map(quoted).join(', ')}]`,
      ].join('\n')
    : JSON.stringify({ [host.table]: { [name]: { ...host.beside, ...entry } } }, null, 2);

/** How somebody registers it by hand. */
export const shownLines = (
  host: Host,
  title: string,
  name: string,
  entry: Entry,
  run: Typeable | null,
  file: string,
): View => [
  line(run === null ? `For ${title}, this goes into ${file}:` : `To register it with ${title}, type:`),
  gap,
  ...(run === null
    ? indented(snippet(host, name, entry))
    : typedLines(host.command?.(name, entry) ?? [], entry)),
];

const indented = (text: string): View =>
  text.split('\n').map((each) => line(each.trimStart(), { indent: 2 + each.search(/\S/) }));

/** A command that would not fit on one line, broken where a shell lets it be copied all the same. */
const typedLines = (argv: readonly string[], entry: Entry): View => {
  const json = argv.find((word) => word.startsWith('{'));
  const at = argv.indexOf(entry.command);
  const lines =
    json === undefined
      ? [`${shellWords(argv.slice(0, at))} \\`, `  ${shellWords(argv.slice(at))}`]
      : shellWords([...argv.slice(0, -1), JSON.stringify(JSON.parse(json), null, 2)]).split('\n');
  return lines.map((text) => line(text.trimStart(), { indent: 2 + text.search(/\S/) }));
};
