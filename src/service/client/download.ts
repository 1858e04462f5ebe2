import { checkTextArgument, createRequestError } from './check-arguments.ts';
import { type DownloadResult, type DownloadSettings, downloadChunks } from './download-chunks.ts';
import type { Stream } from './platform.ts';
import { getRandomNumber, loadFileSystem } from './runtime.ts';

const EMPTY_DOWNLOAD: DownloadResult = { bytes: 0, sha256: undefined };

/**
 * A document behind a link, which is fetched when it is read: in chunks, as a stream, or into a file. Each
 * read fetches it again.
 */
export class Download implements AsyncIterable<Uint8Array> {
  readonly #about: DownloadSettings;

  /** @internal */
  constructor(about: DownloadSettings) {
    this.#about = about;
  }

  /**
   * Yields the bytes in chunks, each once and in order. Rejects at the end if the document differs from its description.
   * @example
   * const exported = await client.exportDesign(designId, { driver: 'json' });
   * const decoder = new TextDecoder();
   * let text = '';
   * for await (const piece of client.download(exported)) text += decoder.decode(piece, { stream: true });
   * console.log(Object.keys(JSON.parse(text)));
   */
  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array, DownloadResult, undefined> {
    return downloadChunks(this.#about);
  }

  /**
   * Returns the document as a `ReadableStream`, for browsers and other APIs that take one.
   *
   * @example
   * const exported = await client.exportDesign(designId);
   * const svg = await new Response(client.download(exported).stream()).text();
   * console.log(svg.includes('<svg'), svg.length);
   */
  stream(): Stream {
    const all = downloadChunks(this.#about);
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await all.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: async () => void (await all.return(EMPTY_DOWNLOAD)),
      },
      { highWaterMark: 0 },
    );
  }

  /**
   * Saves the document to a file, in Node, Deno or Bun. The file appears only when the document is
   * complete, and replaces an existing one. Rejects with RequestError in a runtime without files.
   *
   * @example Node, Deno, Bun
   * const exported = await client.exportDesign(designId, { driver: 'json' });
   * const { bytes, sha256 } = await client.download(exported).save('design.json');
   * console.log(bytes, sha256);
   */
  async save(path: string): Promise<DownloadResult> {
    const disk = loadFileSystem();
    if (!disk) throw createRequestError('there are no files here: read the stream()');
    if (!checkTextArgument(path, 'the path')) throw createRequestError('there is no path to save to');
    const draft = `${path}.${getRandomNumber().toString(36).slice(2)}.part`;
    const file = await disk.open(draft, 'wx');
    const all = downloadChunks(this.#about);
    try {
      let next = await all.next();
      for (; !next.done; next = await all.next()) {
        const piece = next.value;
        for (let at = 0; at < piece.length; ) at += (await file.write(piece, at)).bytesWritten;
      }
      await file.sync();
      await file.close();
      await disk.rename(draft, path);
      return next.value;
    } catch (error) {
      await all.return(EMPTY_DOWNLOAD);
      await file.close().catch(() => undefined);
      await disk.rm(draft, { force: true });
      throw error;
    }
  }
}
