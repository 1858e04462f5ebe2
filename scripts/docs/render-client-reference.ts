/** Renders the reference of `toile/client` from the comments in its types. */

import { type Comment, parseSync } from 'oxc-parser';

interface DocComment {
  /** The description in one line. */
  readonly about: string;
  /** The runtimes where the example works, if not all, and its code. */
  readonly example?: { readonly where: string; readonly code: string };
}

interface Member extends DocComment {
  readonly name: string;
  /** The declaration in one line. */
  readonly signature: string;
}

interface Declaration extends DocComment {
  readonly name: string;
  readonly extends: readonly string[];
  readonly members: readonly Member[];
}

const parseComment = (comment: Comment | undefined): DocComment => {
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
function readDeclarations(types: string): ReadonlyMap<string, Declaration> {
  const { program, comments } = parseSync('client.d.ts', types);
  const findComment = (start: number): Comment | undefined =>
    comments.findLast(({ end }) => end <= start && types.slice(end, start).trim() === '');
  const declarations = new Map<string, Declaration>();
  for (const node of program.body) {
    if (node.type === 'TSDeclareFunction' && node.id) {
      const { name } = node.id;
      const signature = types.slice(node.id.start, node.end).replace(/;$/, '');
      const about = parseComment(findComment(node.start));
      declarations.set(name, { name, extends: [], members: [{ name, signature, ...about }], ...about });
      continue;
    }
    if (node.type !== 'ClassDeclaration' && node.type !== 'TSInterfaceDeclaration') continue;
    const name = node.id?.name ?? '';
    const baseNodes =
      'extends' in node ? node.extends.map(({ expression }) => expression) : [node.superClass];
    const members = node.body.body.flatMap((member): Member[] => {
      if (!('key' in member) || ('accessibility' in member && member.accessibility)) return [];
      const key = types.slice(member.key.start, member.key.end);
      if (key.startsWith('#') || key === 'name') return [];
      const signature = types.slice(member.start, member.end).replaceAll(/\s+/g, ' ').replace(/;$/, '');
      return [{ name: key, signature, ...parseComment(findComment(member.start)) }];
    });
    const bases = baseNodes.flatMap((base) => (base ? types.slice(base.start, base.end) : []));
    declarations.set(name, { name, extends: bases, members, ...parseComment(findComment(node.start)) });
  }
  return declarations;
}

const renderCode = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``;

const renderExample = ({ example }: DocComment): readonly string[] =>
  example ? [...(example.where ? [`In ${example.where}:`] : []), renderCode('js', example.code)] : [];

/** Renders the methods of a class. Of an overloaded method, the first declaration has the comment. */
const renderMethods = ({ members }: Declaration): string =>
  members
    .filter(({ signature }) => /^[\w[\].]+(<.*>)?\(/.test(signature))
    .filter(
      ({ name }, at, all) => name !== 'constructor' && all.findIndex((member) => member.name === name) === at,
    )
    .map((first) => {
      const signatures = members.filter(({ name }) => name === first.name).map(({ signature }) => signature);
      return [
        `### ${first.name}`,
        renderCode('ts', signatures.join('\n')),
        first.about,
        ...renderExample(first),
      ].join('\n\n');
    })
    .join('\n\n');

const escapeCell = (text: string): string => text.replaceAll('|', '\\|');

const renderTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(escapeCell).join(' | ')} |`).join('\n');

const renderOption = ({ name, signature, about }: Member): readonly string[] => {
  const type = signature.slice(signature.indexOf(':') + 1).replace(/ \| undefined$/, '');
  return [`\`${name}\``, `\`${type.trim()}\``, about];
};

const listProperties = ({ members }: Declaration): string =>
  members
    .filter(({ signature }) => signature.startsWith('readonly '))
    .map(({ name }) => `\`${name}\``)
    .join(', ');

/** Renders docs/client.md from the text of client.d.ts. */
export function renderClientReference(types: string): string {
  const declarations = readDeclarations(types);
  const getDeclaration = (name: string): Declaration => {
    const found = declarations.get(name);
    if (!found) throw new Error(`client.d.ts does not declare ${name}`);
    return found;
  };
  const renderOptions = (name: string): readonly string[] => {
    const { members, extends: bases, about } = getDeclaration(name);
    const baseNames = bases.map((base) => `\`${base}\``).join(' and ');
    const inherited = ` ${members.length > 0 ? 'Includes' : 'Has'} the members of ${baseNames}.`;
    const rows =
      members.length > 0 ? [renderTable(['option', 'type', 'meaning'], members.map(renderOption))] : [];
    return [`### ${name}`, `${about}${baseNames && inherited}`.trim(), ...rows];
  };
  const isError = (declaration: Declaration | undefined): boolean =>
    declaration !== undefined &&
    (declaration.name === 'ClientError' ||
      declaration.extends.some((base) => isError(declarations.get(base))));
  const errors = [...declarations.values()].filter(
    (declaration) => declaration.name !== 'ClientError' && isError(declaration),
  );
  const [routes, client, download] = ['Routes', 'Client', 'Download'].map(getDeclaration) as [
    Declaration,
    Declaration,
    Declaration,
  ];
  const optionTypes = [...declarations.keys()].filter((name) =>
    /\w(Options|Request)$|^DownloadLink$/.test(name),
  );
  const renderVersion = (name: string): string =>
    `\`${name}\` \`${new RegExp(`${name} = "([^"]*)"`).exec(types)?.[1]}\``;
  return `${[
    '# toile/client',
    '<!-- Written by scripts/docs.ts from the comments in src/service/client: npm run docs -->',
    `The JavaScript client of the service: one ES module without dependencies, for current Node, Deno, Bun and browsers. Its types need no other library. Import \`toile/client\`, or copy \`dist/client.js\` and \`dist/client.d.ts\`. ${renderVersion('FILE_VERSION')} is the version of the file, ${renderVersion('API_VERSION')} the API version of the service.`,
    'To run an example, import from `toile/client` and define `client`, `baseUrl` and `credential`. Some examples also need a `designId` and a `purchaseId` of yours.',
    `## Client`,
    client.about,
    ...renderExample(client),
    renderCode('ts', 'new Client(options: ClientOptions)'),
    renderMethods(client),
    '## Routes',
    `${routes.about} \`Client\` inherits all methods.`,
    renderMethods(routes),
    '## Any route',
    renderMethods(getDeclaration('request')),
    '## Download',
    download.about,
    renderMethods(download),
    '## Options',
    ...optionTypes.flatMap(renderOptions),
    '## Errors',
    `${getDeclaration('ClientError').about} Each extends \`ClientError\` and has ${listProperties(getDeclaration('ClientError'))}. An abort rejects with the reason of the signal.`,
    renderTable(
      ['class', 'extends', 'meaning', 'properties'],
      errors.map((declaration) => [
        `\`${declaration.name}\``,
        `\`${declaration.extends.join()}\``,
        declaration.about,
        listProperties(declaration),
      ]),
    ),
  ].join('\n\n')}\n`;
}
