import {
  type ContentBlock,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { BUDGET } from '../tools/budget.ts';
import { toolDefinitions } from '../tools/definitions.ts';
import { type Args, resultOf } from '../tools/result.ts';
import { addTool } from '../tools/server.ts';
import type { choosing } from './choose-design.ts';
import { telling } from './progress.ts';
import type { AssistantSource } from './source.ts';

/** Links live one hour (specification 8). */
const LIFE = 60 * 60 * 1000;
const MOST = 50;

interface Exported {
  readonly answer: string;
  readonly driver: string;
  readonly until: number;
}

const TYPES: Readonly<Record<string, string>> = { json: 'application/json' };
const typeOf = (driver: string): string => TYPES[driver] ?? 'image/svg+xml';

/** The export, with the document as something that a model can read: a link is nothing that it can open. */
export const addExportTool = (
  server: McpServer,
  source: AssistantSource,
  choose: ReturnType<typeof choosing>,
): void => {
  const made = new Map<string, Exported>();
  let count = 0;
  const keep = (exported: Exported): string => {
    const name = String(++count);
    made.set(name, exported);
    made.delete(String(count - MOST));
    return `toile://export/${name}`;
  };

  const definition = toolDefinitions(source.ids).find(({ name }) => name === 'export_design');
  if (definition === undefined) return;
  addTool<Args>(server, definition, source.inWords, (args, context) =>
    choose(args, context, async (id) => {
      const { profile, driver = 'illustrator_svg_stage1' } = args;
      const { signal } = context.mcpReq;
      const answer = await telling(source, context, () =>
        source.body({ reads: undefined, id, profile, driver: args.driver, signal }),
      );
      const result = resultOf(definition.name, answer, args);
      const uri = keep({ answer, driver, until: source.now() + LIFE });
      const mimeType = typeOf(driver);
      const link: ContentBlock = {
        type: 'resource_link',
        uri,
        name: `export as ${driver}`,
        description: 'The document itself; it can be read here for an hour.',
        mimeType,
      };
      if (driver !== 'json') return { ...result, content: [...result.content, link] };
      // It is there whether or not its text can be had at once.
      const text = await source.document(answer, driver).catch(() => undefined);
      const isShort = text !== undefined && text.length <= BUDGET;
      const document: ContentBlock[] = isShort
        ? [{ type: 'resource', resource: { uri, mimeType, text } }]
        : [];
      return { ...result, content: [...result.content, link, ...document] };
    }),
  );

  server.registerResource(
    'export',
    new ResourceTemplate('toile://export/{name}', { list: undefined }),
    {
      title: 'A document that was exported in this talk',
      description: 'As export_design linked to it.',
    },
    async (uri, { name }) => {
      const exported = made.get(String(name));
      if (exported === undefined || exported.until < source.now())
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          'There is no such export any more: export it again.',
        );
      try {
        const text = await source.document(exported.answer, exported.driver);
        return { contents: [{ uri: uri.href, mimeType: typeOf(exported.driver), text }] };
      } catch (error) {
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          source.inWords(error) ?? 'The document cannot be had.',
        );
      }
    },
  );
};
