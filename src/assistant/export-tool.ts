import { type ContentBlock, type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { type AssistantSource, createResourceError, DATA_NOTE, withProgress } from './assistant-source.ts';
import type { createDesignChooser } from './design-chooser.ts';
import { createBodyResult, type ToolArguments } from './service-tools/part-result.ts';
import { listToolDefinitions } from './service-tools/tool-definitions.ts';
import { MAX_PART_BYTES } from './service-tools/tool-result.ts';
import { addTool } from './service-tools/tool-server.ts';

/** The number of milliseconds for which a download link is valid (specification section 8). */
const EXPORT_LIFE_MS = 60 * 60 * 1000;
const MAX_STORED_EXPORTS = 50;

/** An export of this session. `exportBody` is the response with the download link, which expires at `until`. */
interface StoredExport {
  readonly exportBody: string;
  readonly driver: string;
  readonly until: number;
}

const getMediaType = (driver: string): string => (driver === 'json' ? 'application/json' : 'image/svg+xml');

/**
 * Adds the tool `export_design`. A model cannot open the download link of an export, so each of the last
 * MAX_STORED_EXPORTS exports is also a resource, for example `toile://export/1`. For an hour, reading this resource
 * returns the text of the document. The result of the tool contains the text itself only if it is a short JSON
 * document.
 */
export const addExportTool = (
  server: McpServer,
  source: AssistantSource,
  choose: ReturnType<typeof createDesignChooser>,
): void => {
  const storedExports = new Map<string, StoredExport>();
  let count = 0;
  const storeExport = (exported: StoredExport): string => {
    const name = String(++count);
    storedExports.set(name, exported);
    storedExports.delete(String(count - MAX_STORED_EXPORTS));
    return `toile://export/${name}`;
  };

  const definition = listToolDefinitions(source.idDescription).find(({ name }) => name === 'export_design');
  if (definition === undefined) return;
  addTool<ToolArguments>(server, definition, source.explainError, (args, context) =>
    choose(args, context, async (id) => {
      const { profile, driver = 'illustrator_svg_stage1' } = args;
      const { signal } = context.mcpReq;
      const { text: exportBody } = await withProgress(source, context, () =>
        source.readBody({ resource: undefined, id, profile, driver: args.driver, signal }),
      );
      const result = createBodyResult(definition.name, exportBody, args, DATA_NOTE);
      const uri = storeExport({ exportBody, driver, until: source.now() + EXPORT_LIFE_MS });
      const mimeType = getMediaType(driver);
      const link: ContentBlock = {
        type: 'resource_link',
        uri,
        name: `export as ${driver}`,
        description: 'The document itself; it can be read here for an hour.',
        mimeType,
      };
      if (driver !== 'json') return { ...result, content: [...result.content, link] };
      // If the document cannot be downloaded now, the result contains only the link.
      const text = await source.readDocument(exportBody, driver, signal).catch(() => undefined);
      const isShort = text !== undefined && new TextEncoder().encode(text).length <= MAX_PART_BYTES;
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
      title: 'A document exported in this session',
      description: 'The link in the result of export_design.',
    },
    async (uri, { name }, { mcpReq }) => {
      const exported = storedExports.get(String(name));
      if (exported === undefined || exported.until < source.now())
        throw createResourceError('The link to this export has expired: export the design again.');
      try {
        const text = await source.readDocument(exported.exportBody, exported.driver, mcpReq.signal);
        return { contents: [{ uri: uri.href, mimeType: getMediaType(exported.driver), text }] };
      } catch (error) {
        throw createResourceError(source.explainError(error) ?? 'The document cannot be read.');
      }
    },
  );
};
