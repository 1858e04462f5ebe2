import Helvetica from 'pdfkit/standard-fonts/Helvetica';
import HelveticaBold from 'pdfkit/standard-fonts/HelveticaBold';
// pdfkit's build for Node finds the metrics of its fonts by name at run time, which no bundle survives; its
// other build is handed them, and runs in Node as well. By path, because the package exports it to browsers only.
import PDFDocument, { registerStdFonts } from '../../../node_modules/pdfkit/js/pdfkit.browser.mjs';

registerStdFonts(Helvetica, HelveticaBold);

export const REGULAR = 'Helvetica';
export const BOLD = 'Helvetica-Bold';

export type Printer = InstanceType<typeof PDFDocument>;

/** A4, with pages kept until the end, so that each can say how many there are. */
export const printer = (info: {
  readonly Title: string;
  readonly Subject: string;
  readonly CreationDate: Date;
}): Printer => {
  return new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    info: { ...info, Author: 'toile sandbox', Creator: 'toile', Producer: 'pdfkit' },
  });
};

/** The bytes of a finished document. */
export const bytesOf = (document: Printer): Promise<Uint8Array> => {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    document.on('error', reject);
    document.on('end', () => {
      const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
      let at = 0;
      for (const chunk of chunks) {
        bytes.set(chunk, at);
        at += chunk.length;
      }
      resolve(bytes);
    });
    document.end();
  });
};
