import { refused, textIn } from './arguments.ts';
import { type Downloading, pieces, type Received } from './pieces.ts';
import type { Stream } from './platform.ts';
import { files, random } from './runtime.ts';

const NOTHING: Received = { bytes: 0, sha256: undefined };

/**
 * A document behind a link, fetched when it is read: piece by piece, as a stream, or into a file. Each reading fetches
 * it anew.
 */
export class Download implements AsyncIterable<Uint8Array> {
  readonly #about: Downloading;

  /** @internal */
  constructor(about: Downloading) {
    this.#about = about;
  }

  /**
   * Its bytes in pieces, each once and in order; rejects at the end where they are not the document described.
   * @example
   * const exported = await client.exportDesign(designId, { driver: 'json' });
   * const decoder = new TextDecoder();
   * let text = '';
   * for await (const piece of client.download(exported)) text += decoder.decode(piece, { stream: true });
   * console.log(Object.keys(JSON.parse(text)));
   */
  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array, Received, undefined> {
    return pieces(this.#about);
  }

  /**
   * The same as a `ReadableStream`, for browsers and whatever else takes one.
   * @example
   * const exported = await client.exportDesign(designId);
   * const svg = await new Response(client.download(exported).stream()).text();
   * console.log(svg.includes('<svg'), svg.length);
   */
  stream(): Stream {
    const all = pieces(this.#about);
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await all.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: async () => void (await all.return(NOTHING)),
      },
      { highWaterMark: 0 },
    );
  }

  /**
   * Into a file of Node, Deno or Bun, which stands there when the document is whole and never before; a file of that
   * name is replaced. Rejects with RequestError where there are no files.
   * @example Node, Deno, Bun
   * const exported = await client.exportDesign(designId, { driver: 'json' });
   * const { bytes, sha256 } = await client.download(exported).save('design.json');
   * console.log(bytes, sha256);
   */
  async save(path: string): Promise<Received> {
    const disk = files();
    if (!disk) throw refused('there are no files here: read the stream()');
    if (!textIn(path, 'the path')) throw refused('there is no path to save to');
    const draft = `${path}.${random().toString(36).slice(2)}.part`;
    const file = await disk.open(draft, 'wx');
    const all = pieces(this.#about);
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
      await all.return(NOTHING);
      await file.close().catch(() => undefined);
      await disk.rm(draft, { force: true });
      throw error;
    }
  }
}
