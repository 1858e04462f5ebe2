/** Renders the reference of `toile/client` from the comments in its type file. */

import { type Comment, parseSync } from 'oxc-parser';

interface Said {
  /** The description in one line. */
  readonly about: string;
  /** The runtimes where the example works, if not all, and its code. */
  readonly example?: { readonly where: string; readonly code: string };
}

interface Member extends Said {
  readonly name: string;
  /** The declaration in one line. */
  readonly declared: string;
}

interface Thing extends Said {
  readonly name: string;
  readonly extends: readonly string[];
  readonly members: readonly Member[];
}

const said = (comment: Comment | undefined): Said => {
  const lines = (comment?.value ?? '').replace(/^\*/, '').split('\n');
  const text = lines.map((line) => line.replace(/^\s*\* ?/, '')).join('\n');
  const [about = '', example] = text.split(/^@example/m);
  const [where = '', ...code] = (example ?? '').split('\n');
  return {
    about: about.trim().replaceAll(/\s+/g, ' '),
    ...(example !== undefined && { example: { where: where.trim(), code: code.join('\n').trimEnd() } }),
  };
};

/** Reads the classes and interfaces of the file with their comments. */
function thingsIn(types: string): ReadonlyMap<string, Thing> {
  const { program, comments } = parseSync('client.d.ts', types);
  const before = (start: number): Comment | undefined =>
    comments.findLast(({ end }) => end <= start && types.slice(end, start).trim() === '');
  const things = new Map<string, Thing>();
  for (const node of program.body) {
    if (node.type === 'TSDeclareFunction' && node.id) {
      const { name } = node.id;
      const declared = types.slice(node.id.start, node.end).replace(/;$/, '');
      const about = said(before(node.start));
      things.set(name, { name, extends: [], members: [{ name, declared, ...about }], ...about });
      continue;
    }
    if (node.type !== 'ClassDeclaration' && node.type !== 'TSInterfaceDeclaration') continue;
    const name = node.id?.name ?? '';
    const above = 'extends' in node ? node.extends.map(({ expression }) => expression) : [node.superClass];
    const members = node.body.body.flatMap((member): Member[] => {
      if (!('key' in member) || ('accessibility' in member && member.accessibility)) return [];
      const key = types.slice(member.key.start, member.key.end);
      if (key.startsWith('#') || key === 'name') return [];
      const declared = types.slice(member.start, member.end).replaceAll(/\s+/g, ' ').replace(/;$/, '');
      return [{ name: key, declared, ...said(before(member.start)) }];
    });
    const inherits = above.flatMap((one) => (one ? types.slice(one.start, one.end) : []));
    things.set(name, { name, extends: inherits, members, ...said(before(node.start)) });
  }
  return things;
}

const fenced = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``;

const example = ({ example: shown }: Said): readonly string[] =>
  shown ? [...(shown.where ? [`In ${shown.where}:`] : []), fenced('js', shown.code)] : [];

const method = (member: Member, shapes: readonly string[]): string =>
  [
    `### ${member.name}`,
    fenced('ts', shapes.concat(member.declared).join('\n')),
    member.about,
    ...example(member),
  ].join('\n\n');

/** Returns the comment of a method. For an overloaded method, the first declaration has it. */
const methods = (thing: Thing): string =>
  thing.members
    .filter(({ declared }) => /^[\w[\].]+(<.*>)?\(/.test(declared))
    .filter(({ name }, at, all) => name !== 'constructor' && all.findIndex((one) => one.name === name) === at)
    .map((first) => {
      const [, ...others] = thing.members.filter(({ name }) => name === first.name);
      const shapes = others.map(({ declared }) => declared);
      const last = shapes.pop();
      return last === undefined
        ? method(first, [])
        : method({ ...first, declared: last }, [first.declared, ...shapes]);
    })
    .join('\n\n');

const cell = (text: string): string => text.replaceAll('|', '\\|');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

const option = ({ name, declared, about }: Member): readonly string[] => {
  const type = declared.slice(declared.indexOf(':') + 1).replace(/ \| undefined$/, '');
  return [`\`${name}\``, `\`${type.trim()}\``, about];
};

const fields = ({ members }: Thing): string =>
  members
    .filter(({ declared }) => declared.startsWith('readonly '))
    .map(({ name }) => `\`${name}\``)
    .join(', ');

export function renderClientReference(types: string): string {
  const things = thingsIn(types);
  const of = (name: string): Thing => {
    const found = things.get(name);
    if (!found) throw new Error(`the client has no ${name}`);
    return found;
  };
  const optionsOf = (name: string): readonly string[] => {
    const { members, extends: above, about } = of(name);
    const rest = above.map((one) => `\`${one}\``).join(' and ');
    const words =
      `${about}${rest && ` ${members.length > 0 ? 'Includes' : 'Has'} the members of ${rest}.`}`.trim();
    const rows = members.length > 0 ? [table(['option', 'type', 'meaning'], members.map(option))] : [];
    return [`### ${name}`, words, ...rows];
  };
  const isError = (thing: Thing | undefined): boolean =>
    thing !== undefined &&
    (thing.name === 'ClientError' || thing.extends.some((one) => isError(things.get(one))));
  const errors = [...things.values()].filter((thing) => thing.name !== 'ClientError' && isError(thing));
  const [routes, client, download] = ['Routes', 'Client', 'Download'].map(of) as [Thing, Thing, Thing];
  const given = [...things.keys()].filter((name) => /\w(Options|Request)$|^DownloadLink$/.test(name));
  const version = (name: string): string =>
    `\`${name}\` \`${new RegExp(`${name} = "([^"]*)"`).exec(types)?.[1]}\``;
  return `${[
    '# toile/client',
    '<!-- Written by scripts/docs.ts from the comments in src/service/client: npm run docs -->',
    `The JavaScript client of the service: one ES module without dependencies, for current Node, Deno, Bun and browsers. Its types need no other library. Import \`toile/client\`, or copy \`dist/client.js\` and \`dist/client.d.ts\`. ${version('FILE_VERSION')} is the version of the file, ${version('API_VERSION')} the API version of the service.`,
    'To run an example, import from `toile/client` and define `client`, `baseUrl` and `credential`. Some examples also need a `designId` and a `purchaseId` of yours.',
    `## Client`,
    client.about,
    ...example(client),
    fenced('ts', 'new Client(options: ClientOptions)'),
    methods(client),
    '## Routes',
    `${routes.about} \`Client\` inherits all methods.`,
    methods(routes),
    '## Any route',
    methods(of('request')),
    '## Download',
    download.about,
    methods(download),
    '## Options',
    ...given.flatMap(optionsOf),
    '## Errors',
    `${of('ClientError').about} Each extends \`ClientError\` and has ${fields(of('ClientError'))}. An abort rejects with the reason of the signal.`,
    table(
      ['class', 'extends', 'meaning', 'properties'],
      errors.map((thing) => [`\`${thing.name}\``, `\`${thing.extends.join()}\``, thing.about, fields(thing)]),
    ),
  ].join('\n\n')}\n`;
}
